import { type DecodedText, decodeText } from '#kit/decode-text.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { maxFileLength } from '../../import.ts';
import { emptyMedia, isVcards } from '../../vcard.ts';

/** What a phone can read at once; most of it are photos. */
const maxBytes = 50_000_000;

/** Reads a file of members without its photos; the refusal explains how to save it instead. */
export async function readFile(file: Blob): Promise<Result<DecodedText>> {
  if (file.size > maxBytes) {
    return refuseFile('The file is larger than 50 MB. Export it without photos.');
  }
  const decoded = decodeText(await file.bytes());
  if (!decoded) {
    return refuseFile(
      'The file is not a text file. Save it as "CSV UTF-8 (comma delimited)" and try again.',
    );
  }
  const text = isVcards(decoded.text) ? emptyMedia(decoded.text) : decoded.text;
  return text.length > maxFileLength
    ? refuseFile('The file is larger than 1 MB. Split it into smaller files.')
    : ok({ ...decoded, text });
}

function refuseFile(message: string): Result<never> {
  return refuse('invalid', 'unusable_file', message);
}
