import { ok, type Result, refuse } from '#kit/result.ts';
import { maxFileLength } from '../../import.ts';

/** Decodes a file of members; the refusal explains how to save it instead. */
export function decodeFile(bytes: Uint8Array): Result<string> {
  if (bytes.length > maxFileLength)
    return refuseFile('The file is larger than 1 MB. Split it into smaller files.');
  const [first = 0, second = 0] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // UTF-16 without a byte order mark contains zero bytes, which UTF-8 text does not.
  if (isUtf16 || bytes.includes(0)) {
    return refuseFile(
      'The file is UTF-16 or not a text file. Save it as "CSV UTF-8 (comma delimited)" and try again.',
    );
  }
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return refuseFile(
      'The file is not UTF-8, so accented letters would be lost. Save it as "CSV UTF-8" and try again.',
    );
  }
}

function refuseFile(message: string): Result<never> {
  return refuse('invalid', 'unusable_file', message);
}
