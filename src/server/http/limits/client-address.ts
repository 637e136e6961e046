/** The address a request comes from, in one form, and the networks that contain it. */
import { isIPv4, isIPv6 } from 'node:net';

/**
 * Behind a proxy, the last entry of its header; some write a port, which is another one for each
 * connection, or an IPv4 address in the form of IPv6. What is no address at all cannot be distinguished from
 * others: then the proxy's own counts.
 */
export function readClientAddress(forwarded: string, ofSocket: string): string {
  return normalizeAddress(forwarded) ?? normalizeAddress(ofSocket) ?? 'unknown';
}

export function normalizeAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const bare = /^\[(.*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1];
  const [ip = ''] = (bare ?? trimmed).split('%', 1);
  if (isIPv4(ip)) return ip;
  if (!isIPv6(ip)) return undefined;
  const groups = toGroups(ip);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? toIPv4(groups[6] ?? 0, groups[7] ?? 0) : groups.map(toHex).join(':');
}

/** All eight groups of an IPv6 address, whose end may be written as IPv4. */
function toGroups(ip: string): number[] {
  const [start = '', end = ''] = withoutDots(ip).split('::', 2);
  const read = (half: string) =>
    half
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const missing = 8 - read(start).length - read(end).length;
  return [...read(start), ...Array<number>(Math.max(0, missing)).fill(0), ...read(end)];
}

function withoutDots(ip: string): string {
  return ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number);
    return `${toHex(a * 256 + b)}:${toHex(c * 256 + d)}`;
  });
}

function toIPv4(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function toHex(group: number): string {
  return group.toString(16);
}

/**
 * Who is counted as one: an IPv4 address, or the first 64 bits of IPv6, as a household owns all
 * addresses below and could use a new one for each attempt.
 */
export function toHousehold(address: string): string {
  return isIPv6(address) ? `${address.split(':').slice(0, 4).join(':')}::/64` : address;
}

/** What one customer of a provider may own: a /24 of IPv4, a /48 of IPv6. */
export function toNetwork(address: string): string {
  if (isIPv6(address)) return `${address.split(':').slice(0, 3).join(':')}::/48`;
  return isIPv4(address) ? `${address.split('.').slice(0, 3).join('.')}.0/24` : address;
}
