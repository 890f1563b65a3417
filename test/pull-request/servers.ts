import { onTestFinished } from 'vitest';
import { type Server, type Started, startGithub, startGitlab } from './doubles.js';

export type { Server } from './doubles.js';

/** A server that is gone after the test. */
export const githubServer = () => untilTheEnd(startGithub());
export const gitlabServer = () => untilTheEnd(startGitlab());

async function untilTheEnd(started: Promise<Started>): Promise<Server> {
  const { server, close } = await started;
  onTestFinished(close);
  return server;
}
