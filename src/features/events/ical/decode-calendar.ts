import { type DecodedText, decodeText } from '#kit/decode-text.ts';

/** Decodes a calendar file. Undefined if it is no text. */
export function decodeCalendar(bytes: Uint8Array): DecodedText | undefined {
  return decodeText(bytes[0] === 0xfe || bytes[0] === 0xff ? bytes : unfoldBytes(bytes));
}

const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20];

/**
 * Lines are folded by octets, within a character too (RFC 5545, 3.1), so they are joined before. Where a program writes
 * each break twice, an empty line is between them.
 */
function unfoldBytes(bytes: Uint8Array): Uint8Array {
  const unfolded = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    let end = at;
    while (bytes[end] === carriageReturn || bytes[end] === lineFeed) end += 1;
    const isFold = end > at && (bytes[end] === space || bytes[end] === tab);
    if (isFold) at = end + 1;
    else
      do {
        unfolded[length] = bytes[at] ?? 0;
        length += 1;
        at += 1;
      } while (at < end);
  }
  return unfolded.subarray(0, length);
}
