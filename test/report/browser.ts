import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A headless Chromium, spoken to through a pipe: it opens no port, and its profile is gone afterwards. */

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly request?: { readonly url: string };
    readonly entry?: { readonly text: string };
  };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export interface Tab {
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  press(key: string, code: number): Promise<void>;
  type(text: string): Promise<void>;
  /** Addresses that the page asked for, and what it complained of. */
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Processes of Chromium that outlive the first one by a moment may still write into the profile. */
async function removeAtRest(profile: string): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      rmSync(profile, { recursive: true, force: true });
      return;
    } catch (error) {
      if (attempt === 50) throw error;
      await sleep(100);
    }
}

/** On a screen of that width; by default on one of a desk. */
export async function openPage(url: string, width?: number): Promise<Tab> {
  const profile = mkdtempSync(join(tmpdir(), 'edge-sunset-browser-'));
  const child = spawn(
    'chromium',
    ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe', `--user-data-dir=${profile}`],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const [, , , input, output] = child.stdio;
  if (input == null || output == null || !('write' in input)) throw new Error('Chromium has no pipes');
  const waiting = new Map<number, (answer: Answer) => void>();
  const requests: string[] = [];
  const complaints: string[] = [];
  let loaded = () => {};
  const ready = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  let text = '';
  output.on('data', (bytes: Buffer) => {
    const parts = (text + bytes.toString('utf8')).split('\0');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const answer: Answer = JSON.parse(part);
      if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
      else if (answer.method === 'Network.requestWillBeSent')
        requests.push(answer.params?.request?.url ?? '');
      else if (answer.method === 'Log.entryAdded') complaints.push(answer.params?.entry?.text ?? '');
      else if (answer.method === 'Page.loadEventFired') loaded();
    }
  });
  let id = 0;
  let sessionId: string | undefined;
  const send = async <T = unknown>(method: string, params: object = {}): Promise<T> => {
    const own = ++id;
    const answered = new Promise<Answer>((resolve) => waiting.set(own, resolve));
    input.write(
      `${JSON.stringify({ id: own, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`,
    );
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result as T;
  };
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  ({ sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true }));
  for (const domain of ['Network', 'Log', 'Page']) await send(`${domain}.enable`);
  if (width !== undefined) {
    const screen = { width, height: 2 * width, deviceScaleFactor: 1, mobile: true };
    await send('Emulation.setDeviceMetricsOverride', screen);
  }
  await send('Page.navigate', { url });
  await ready;
  return {
    requests,
    complaints,
    async evaluate(expression) {
      const { result } = await send<{ result: { value?: unknown } }>('Runtime.evaluate', {
        expression,
        returnByValue: true,
        awaitPromise: true,
      });
      return result.value;
    },
    async press(key, code) {
      const event = { key, code: key, windowsVirtualKeyCode: code };
      await send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    },
    async type(written) {
      await send('Input.insertText', { text: written });
    },
    async close() {
      await send('Browser.close');
      await ended;
      await removeAtRest(profile);
    },
  };
}
