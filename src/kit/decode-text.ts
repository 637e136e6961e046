/** Decodes the bytes of a text file, whatever program wrote it: the one way for every kind of file. */

/** Part of every browser and of Node, whose types this file does not assume. */
declare const TextDecoder: new (
  encoding: string,
  options?: { fatal: boolean },
) => { decode(bytes: Uint8Array, options?: { stream: boolean }): string };

export type DecodedText = {
  readonly text: string;
  /** Some of it was no UTF-8, so its letters are those of Windows-1252, which includes Latin-1. */
  readonly isGuess: boolean;
};

/**
 * UTF-8, UTF-16 with a byte order mark, or else what Windows wrote before. Undefined if it is no text. Only the
 * beginning of a file may end within a letter.
 */
export function decodeText(bytes: Uint8Array, isWhole = true): DecodedText | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeUtf16('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decodeUtf16('utf-16be', bytes);
  // As UTF-16 without a mark, workbooks and pictures have, and no text.
  if (bytes.includes(0)) return undefined;
  try {
    const utf8 = new TextDecoder('utf-8', { fatal: true });
    return { text: utf8.decode(bytes, { stream: !isWhole }), isGuess: false };
  } catch {
    return { text: decodeLines(bytes), isGuess: true };
  }
}

function decodeUtf16(encoding: string, bytes: Uint8Array): DecodedText | undefined {
  const text = new TextDecoder(encoding).decode(bytes);
  // UTF-32 begins like UTF-16.
  return text.includes('\0') ? undefined : { text, isGuess: false };
}

const lineBreak = 0x0a;

/** Line by line, because a file that was put together from several has lines of each. */
function decodeLines(bytes: Uint8Array): string {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const windows = new TextDecoder('windows-1252');
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(lineBreak, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1);
    try {
      lines.push(utf8.decode(line));
    } catch {
      lines.push(windows.decode(line));
    }
    start += line.length;
  }
  return lines.join('');
}
