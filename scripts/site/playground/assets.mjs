/** The only way out of the worker, to files beside it. */
const Request = XMLHttpRequest;
for (const name of ['fetch', 'EventSource', 'WebSocket', 'WebTransport', 'XMLHttpRequest'])
  delete globalThis[name];

/** Files beside the worker. It waits for them: commands ask for a grammar in the middle of their work. */
export function assetNamed(name) {
  const request = new Request();
  request.open('GET', new URL(name, import.meta.url), false);
  request.responseType = 'arraybuffer';
  request.send();
  if (request.status !== 200) throw new Error(`${name} could not be loaded (HTTP ${request.status})`);
  return new Uint8Array(request.response);
}
