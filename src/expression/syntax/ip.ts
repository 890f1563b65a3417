/** Addresses and networks as numbers: parsing, comparing, masking. */

export interface IpAddress {
  readonly family: 4 | 6;
  readonly value: bigint;
}

export interface Network {
  readonly address: IpAddress;
  readonly length: number;
}

export function addressBits(family: 4 | 6): number {
  return family === 4 ? 32 : 128;
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\.(?!$)|$)){4}$/;

export function isAddress(text: string): boolean {
  return text.includes(':') ? parseIpv6(text) !== null : IPV4.test(text);
}

/** Null for anything that is not exactly one address. */
export function parseAddress(text: string): IpAddress | null {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

function parseIpv4(text: string): IpAddress | null {
  if (!IPV4.test(text)) return null;
  let value = 0;
  for (const octet of text.split('.')) value = value * 256 + Number(octet);
  return { family: 4, value: BigInt(value) };
}

function parseIpv6(text: string): IpAddress | null {
  const halves = text.split('::');
  if (halves.length > 2 || text.length > 45) return null;
  const head = groups(halves[0] ?? '', halves.length === 1);
  const tail = halves.length === 2 ? groups(halves[1] ?? '', true) : [];
  if (head === null || tail === null) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  let value = 0n;
  for (const group of [...head, ...new Array<number>(missing).fill(0), ...tail]) {
    value = (value << 16n) | BigInt(group);
  }
  return { family: 6, value };
}

/** The 16-bit groups of one side of `::`; an IPv4 tail counts as two. */
function groups(text: string, last: boolean): number[] | null {
  if (text === '') return [];
  const result: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (last && index === parts.length - 1 && part.includes('.')) {
      const tail = parseIpv4(part);
      if (tail === null) return null;
      result.push(Number(tail.value >> 16n), Number(tail.value & 0xffffn));
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) result.push(Number.parseInt(part, 16));
    else return null;
  }
  return result;
}

/** `address/length`, whether or not host bits are set. */
export function parseNetwork(text: string): Network | null {
  const slash = text.indexOf('/');
  const address = parseAddress(text.slice(0, slash));
  const digits = text.slice(slash + 1);
  if (slash < 0 || address === null || !/^(?:0|[1-9][0-9]{0,2})$/.test(digits)) return null;
  const length = Number(digits);
  return length > addressBits(address.family) ? null : { address, length };
}

export function networkAddress(network: Network): IpAddress {
  return maskAddress(network.address, network.length);
}

export function maskAddress(address: IpAddress, length: number): IpAddress {
  const hostBits = BigInt(addressBits(address.family) - length);
  return { family: address.family, value: (address.value >> hostBits) << hostBits };
}

export function contains(network: Network, address: IpAddress): boolean {
  if (network.address.family !== address.family) return false;
  return maskAddress(address, network.length).value === networkAddress(network).value;
}

export function formatAddress(address: IpAddress): string {
  const { family, value } = address;
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
  const parts: number[] = [];
  for (let shift = 112n; shift >= 0n; shift -= 16n) parts.push(Number((value >> shift) & 0xffffn));
  const { start, length } = longestZeroRun(parts);
  const hex = parts.map((part) => part.toString(16));
  if (length < 2) return hex.join(':');
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`;
}

function longestZeroRun(parts: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < parts.length; start++) {
    let length = 0;
    while (parts[start + length] === 0) length++;
    if (length > best.length) best = { start, length };
  }
  return best;
}
