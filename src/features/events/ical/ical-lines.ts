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
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = countOctets(character.codePointAt(0) ?? 0);
    if (octets + size > maxOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

function countOctets(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
