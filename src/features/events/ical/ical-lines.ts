/** Formats content lines as in RFC 5545, section 3.1. */

// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

export function escapeText(text: string): string {
  return text
    .replaceAll(controlCharacters, '')
    .replaceAll(/[\\;,]/g, (special) => `\\${special}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n');
}

/** Folds lines at 75 octets without splitting characters, and ends each with CRLF. */
export function formatLines(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

const maxOctets = 75;

function foldLine(line: string): string {
  // Fast path: a UTF-16 code unit takes at most three octets.
  if (line.length * 3 <= maxOctets) return line;
  const parts: string[] = [];
  let start = 0;
  let octets = 0;
  for (let at = 0; at < line.length; ) {
    const point = line.codePointAt(at) ?? 0;
    const size = countOctets(point);
    if (octets + size > maxOctets) {
      parts.push(line.slice(start, at));
      start = at;
      octets = 1;
    }
    octets += size;
    at += size === 4 ? 2 : 1;
  }
  parts.push(line.slice(start));
  return parts.join('\r\n ');
}

function countOctets(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
