import { type DecodedText, decodeText } from '#kit/decode-text.ts';

/** Decodes a calendar file. Undefined if it is no text. */
export function decodeCalendar(bytes: Uint8Array): DecodedText | undefined {
  return decodeText(bytes[0] === 0xfe || bytes[0] === 0xff ? bytes : unfoldBytes(bytes));
}

const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20];

/** Lines are folded by octets, within a character too (RFC 5545, 3.1), so they are joined before. */
function unfoldBytes(bytes: Uint8Array): Uint8Array {
  const unfolded = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const isPair = bytes[at] === carriageReturn && bytes[at + 1] === lineFeed;
    const isBreak = isPair || bytes[at] === carriageReturn || bytes[at] === lineFeed;
    const next = bytes[at + (isPair ? 2 : 1)];
    if (isBreak && (next === space || next === tab)) at += isPair ? 2 : 1;
    else {
      unfolded[length] = bytes[at] ?? 0;
      length += 1;
    }
  }
  return unfolded.subarray(0, length);
}
