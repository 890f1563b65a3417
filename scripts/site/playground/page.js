/** The script of the playground. All work is done by a worker, which is started when it is needed first. */
import { EXPORTED, EXPRESSION, SAMPLES } from './samples.js';

/** A command that takes longer is stopped, and with it the worker. */
const LIMIT = 60_000;

const byId = (id) => document.getElementById(id);
let worker = null;
let lastId = 0;

/** What the commands print, in their order. */
function answersTo(question) {
  worker ??= new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  const asked = worker;
  lastId++;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const stop = (message) => {
      asked.terminate();
      if (worker === asked) worker = null;
      reject(new Error(message));
    };
    const timer = setTimeout(() => stop('It took too long, and was stopped.'), LIMIT);
    asked.addEventListener('error', ({ message }) => stop(message ?? 'The scanner could not be loaded.'), {
      once: true,
    });
    asked.addEventListener('message', function listen({ data }) {
      if (data.id !== id) return;
      asked.removeEventListener('message', listen);
      clearTimeout(timer);
      if (data.failure === undefined) resolve(data.answers);
      else reject(new Error(data.failure));
    });
    asked.postMessage({ id, ...question });
  });
}

/** Runs something at the push of a button, and says how it goes. */
function onPush(name, work) {
  const [button, state] = [byId(name), byId(`${name}-state`)];
  button.addEventListener('click', async () => {
    button.disabled = true;
    state.textContent = worker === null ? 'Loading…' : 'Working…';
    try {
      await work();
      state.textContent = 'Done.';
    } catch (error) {
      state.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      button.disabled = false;
    }
  });
}

function show(id, text) {
  byId(id).replaceChildren(text === '' ? '(nothing)' : text);
}

/** Added and removed lines of a preview are coloured. */
function showDiff(id, text) {
  const parts = [];
  for (const line of text.split('\n')) {
    const kind = { '+': 'hljs-addition', '-': 'hljs-deletion' }[/^ {2}([+-])/.exec(line)?.[1]];
    const part = document.createElement('span');
    if (kind !== undefined) part.className = kind;
    part.textContent = line;
    parts.push(part, '\n');
  }
  byId(id).replaceChildren(...parts);
}

/** What can be run next is said for a file on a disk. */
function withoutCommands(text) {
  return text.replace(/^(?:Next:.*| {2}or:.*| {2}Run(?: .*|\n {2}npx .*))\n?/gm, '').trimEnd();
}

onPush('scan', async () => {
  const path = byId('language').value;
  const [scan, migrate, brief] = await answersTo({
    files: { [path]: byId('source').value },
    runs: [
      { argv: ['scan', '--undetermined', '--no-config', path] },
      { argv: ['migrate', '--no-types', '--no-config', path] },
      { argv: ['brief', '--full', path] },
    ],
  });
  show('findings', withoutCommands(scan.stdout + scan.stderr));
  showDiff('preview', withoutCommands(migrate.stdout + migrate.stderr));
  show('brief', withoutCommands(brief.stdout + brief.stderr));
});

onPush('convert', async () => {
  const argv = ['convert', byId('list').value, '-', '--to', byId('target').value];
  const [{ stdout, stderr }] = await answersTo({ runs: [{ argv, stdin: byId('exported').value }] });
  show('converted', stdout);
  show('notes', stderr);
});

onPush('check', async () => {
  const stdin = byId('expression').value;
  const [checked, explained] = await answersTo({
    runs: ['check', 'explain'].map((action) => ({ argv: ['expr', action, '-'], stdin })),
  });
  show('checked', checked.stdout + checked.stderr);
  show('explained', explained.stdout + explained.stderr);
});

const [language, source] = [byId('language'), byId('source')];
language.append(...SAMPLES.map(([path, name]) => new Option(name, path)));
source.value = SAMPLES[0][2];
byId('exported').value = EXPORTED;
byId('expression').value = EXPRESSION;
let shown = source.value;
language.addEventListener('change', () => {
  // What somebody pasted stays.
  if (source.value !== shown) return;
  shown = SAMPLES.find(([path]) => path === language.value)?.[2] ?? '';
  source.value = shown;
});
