import * as z from 'zod/mini';
import { trimmedText } from './text.ts';

const maxUrlLength = 500;
const shape = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/;

/**
 * Where a link may lead: out, by HTTP, never to a script, and with nobody's password in it. Empty:
 * there is no such place.
 */
export const optionalOutsideUrl = trimmedText(maxUrlLength).check(
  z.refine(
    (text) => text === '' || (shape.test(text) && z.url().safeParse(text).success),
    'Must be a URL that starts with https:// or http://',
  ),
);

/** As `optionalOutsideUrl`, and not empty. */
export const outsideUrl = optionalOutsideUrl.check(z.refine((text) => text !== '', 'Enter a URL'));
