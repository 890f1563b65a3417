/** The mode of the action that opens pull requests. */
import type { Io } from '../base/command.js';
import { run } from '../run/run.js';
import { chosen, type Inputs } from './inputs.js';
import { addSummary, setOutputs } from './workflow.js';

/** Who commits, where the workflow has not said so. */
const BOT = {
  name: 'github-actions[bot]',
  email: '41898282+github-actions[bot]@users.noreply.github.com',
};

export async function migrateMode(inputs: Inputs, io: Io): Promise<number> {
  const { env } = io;
  const options = { level: inputs.level, base: inputs.base, prefix: inputs.prefix, verify: inputs.verify };
  const flags = Object.entries(options).flatMap(([name, value]) =>
    value === null ? [] : [`--${name}=${value}`],
  );
  // Its blank at the end is part of it: `fix: `.
  const title = inputs.title === null ? [] : [`--title=${inputs.title} `];
  const draft = inputs.draft ? ['--draft'] : [];
  const argv = ['pr', '--push', ...flags, ...title, ...draft, ...chosen(inputs)];
  let printed = '';
  const code = await run(argv, {
    ...io,
    env: {
      ...env,
      GIT_AUTHOR_NAME: env.GIT_AUTHOR_NAME ?? BOT.name,
      GIT_AUTHOR_EMAIL: env.GIT_AUTHOR_EMAIL ?? BOT.email,
      GIT_COMMITTER_NAME: env.GIT_COMMITTER_NAME ?? BOT.name,
      GIT_COMMITTER_EMAIL: env.GIT_COMMITTER_EMAIL ?? BOT.email,
      ...(inputs.token === null ? {} : { GITHUB_TOKEN: inputs.token }),
    },
    stdout: (text) => {
      printed += text;
      io.stdout(text);
    },
  });
  const requests = [...printed.matchAll(/ {2}(https:\/\/\S+?):?(?=\s|$)/gm)].map(([, url]) => url);
  setOutputs({ 'exit-code': code, requests: JSON.stringify(requests) }, env);
  addSummary(`## Pull requests of edge-sunset\n\n\`\`\`\n${printed.replaceAll('`', "'")}\`\`\``, env);
  return code;
}
