import { ok, type Result, refuse } from '#kit/result.ts';
import { maxFileLength } from '../../import.ts';

/** The text of a file of members, or why it is none, in words for whoever saved it. */
export function textOfFile(bytes: Uint8Array): Result<string> {
  if (bytes.length > maxFileLength)
    return unusable('The file is larger than 1 MB. Split it into smaller files.');
  const [first = 0, second = 0] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // Without a mark its every second byte is 0, which no text in UTF-8 has.
  if (isUtf16 || bytes.includes(0)) {
    return unusable(
      'The file is UTF-16 or not a text file. Save it as "CSV UTF-8 (comma delimited)" and try again.',
    );
  }
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return unusable(
      'The file is not UTF-8, so accented letters would be lost. Save it as "CSV UTF-8" and try again.',
    );
  }
}

function unusable(message: string): Result<never> {
  return refuse('invalid', 'unusable_file', message);
}
