import * as z from 'zod/mini';
import { trimmedText } from './text.ts';

const maxUrlLength = 500;
const shape = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/;

/** Known to browsers and Node alike, though not part of the language. */
declare const URL: { canParse(text: string): boolean };

/** An absolute http(s) URL without credentials, or empty for no link. */
export const optionalOutsideUrl = trimmedText(maxUrlLength).check(
  z.refine(
    (text) => text === '' || (shape.test(text) && URL.canParse(text)),
    'Must be a URL that starts with https:// or http://',
  ),
);

/** As `optionalOutsideUrl`, but not empty. */
export const outsideUrl = optionalOutsideUrl.check(z.refine((text) => text !== '', 'Enter a URL'));

/** As `optionalOutsideUrl`, but encrypted, for links that people follow with their money. */
export const optionalHttpsUrl = optionalOutsideUrl.check(
  z.refine((text) => text === '' || text.startsWith('https://'), 'Must start with https://'),
);
