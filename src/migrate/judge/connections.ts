/** Clients that are given a host apart from the path: `Net::HTTP.new('api.cloudflare.com', 443)`, `HTTPSConnection(HOST)`. */
import type { SourceFile } from '../../read/index.js';
import { alternatives, literally, type Value } from '../../value/index.js';

const CONNECTED =
  /(?<![\w.:])(?:Net::HTTP\.(?:new|start)\b\s*\(?|(?:http\.client\.)?HTTPSConnection\s*\()\s*([^,()\s]{1,100})/g;

/** All connections of its file lead to the vendor, and its path begins where those of the API do. */
export function isConnected(url: Value, { text, language }: SourceFile, hosts: readonly string[]): boolean {
  if (language !== 'ruby' && language !== 'python') return false;
  const isOfApi = alternatives(url).every((one) => {
    const [first] = one.kind === 'text' ? one.pieces : [];
    return first?.kind === 'text' && first.text.startsWith('/client/v4/');
  });
  const given = [...text.matchAll(CONNECTED)].map(([, host = '']) => host);
  return isOfApi && given.length > 0 && given.every((host) => isVendor(text, host, hosts));
}

/** A text, a constant, or the host of an address in a constant. */
function isVendor(text: string, given: string, hosts: readonly string[]): boolean {
  const own = /^(["'])([\w.-]+)\1$/.exec(given)?.[2];
  if (own !== undefined) return hosts.includes(own);
  const [, name, part] = /^(\w+)(\.(?:host|hostname))?$/.exec(given) ?? [];
  if (name === undefined) return false;
  const values = [
    ...text.matchAll(new RegExp(`(?<![\\w.])${literally(name)}[ \\t]*=(?![=~>])[ \\t]*([^\\r\\n]*)`, 'g')),
  ];
  const [value = ''] = values.map(([, written]) => written ?? '');
  const form =
    part === undefined
      ? /^(["'])([\w.-]+)\1(?:\.freeze)?$/
      : /^URI(?:\.parse)?\((["'])https:\/\/([\w.-]+)(?:[/:?][^"']*)?\1\)(?:\.freeze)?$/;
  const host = form.exec(value.trim())?.[2];
  return values.length === 1 && host !== undefined && hosts.includes(host);
}
