import * as z from 'zod/mini';
import { trimmedText } from './text.ts';

const maxUrlLength = 500;
const shape = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/;
/** A host and what may follow it, as people write an address: `example.org/about`. */
const bareAddress = /^(?:[\p{L}\d-]{1,63}\.){1,10}\p{L}{2,63}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/** Known to browsers and Node alike, though not part of the language. */
declare const URL: { canParse(text: string): boolean };

/**
 * An address as people write and copy it: without its beginning or with two, with a capital from a phone, with
 * marks that nobody sees, in brackets or quotes, or with the sign that ended a sentence.
 */
function cleanUrl(text: string): string {
  const address = text
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^https?:\/\/(?=[<("“]?https?:\/\/)/i, '')
    .replace(/(?<=[^.,;])[.,;]$/, '')
    .replace(/^(?:<(.*)>|\((.*)\)|["“](.*)["”])$/, '$1$2$3')
    .replace(/^https?:/i, (scheme) => scheme.toLowerCase());
  return bareAddress.test(address) ? `https://${address}` : address;
}

/** An absolute http(s) URL without credentials, of so many characters, or empty for no link. */
export const outsideUrlOf = (most: number) =>
  trimmedText(most).check(
    z.overwrite(cleanUrl),
    z.maxLength(most, `Must be at most ${most} characters`),
    z.refine(
      (text) => text === '' || (shape.test(text) && URL.canParse(text)),
      'Must be a URL that starts with https:// or http://',
    ),
  );

export const optionalOutsideUrl = outsideUrlOf(maxUrlLength);

/** As `optionalOutsideUrl`, but not empty. */
export const outsideUrl = optionalOutsideUrl.check(z.refine((text) => text !== '', 'Enter a URL'));

/** As `optionalOutsideUrl`, but encrypted, for links that people follow with their money. */
export const optionalHttpsUrl = optionalOutsideUrl.check(
  z.refine((text) => text === '' || text.startsWith('https://'), 'Must start with https://'),
);
