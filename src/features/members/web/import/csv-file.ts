import { type DecodedText, decodeText } from '#kit/decode-text.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { maxFileLength } from '../../import.ts';

/** Decodes a file of members; the refusal explains how to save it instead. */
export function decodeFile(bytes: Uint8Array): Result<DecodedText> {
  if (bytes.length > maxFileLength)
    return refuseFile('The file is larger than 1 MB. Split it into smaller files.');
  const decoded = decodeText(bytes);
  return decoded
    ? ok(decoded)
    : refuseFile(
        'The file is not a text file. Save it as "CSV UTF-8 (comma delimited)" and try again.',
      );
}

function refuseFile(message: string): Result<never> {
  return refuse('invalid', 'unusable_file', message);
}
