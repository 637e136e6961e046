import * as z from 'zod/mini';

const atMost = (most: number) => `Must be at most ${most} characters`;

/** The check that ends all others: what is far too long must not cost a look at its format, too. */
const maxLength = (most: number, error: string) => z.maxLength(most, { error, abort: true });

/**
 * Text written by a person. The server's JSON parser already refuses NUL and lone surrogates, so
 * only the length is checked. Lengths count code points, as Zod and PostgreSQL do: an emoji is one, or several that
 * are joined. Fields keep to them by `limitCharacters`, because `maxlength` of browsers counts UTF-16 units.
 */
export function text(most: number, message = atMost(most)) {
  return z.string().check(maxLength(most, message));
}

/** As `text`, trimmed. */
export function trimmedText(most: number) {
  return z.string().check(z.trim(), maxLength(most, atMost(most)));
}

/** As `text`, trimmed and not blank. */
export function requiredText(most: number, message = 'Required') {
  return trimmedText(most).check(z.minLength(1, message));
}

/** Text in a specific format, such as a hash. */
export function textLike(form: RegExp, message?: string) {
  return z.string().check(z.regex(form, message));
}

/** Of the reason why something was refused, reversed, waived or canceled. */
export const maxReasonLength = 500;

/** Whether PostgreSQL can keep it: well-formed Unicode without NUL. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** In code points, as the schemas above count. */
export function countCharacters(whole: string): number {
  return Array.from(whole).length;
}

/** The beginning of a text, in code points. */
export function takeCharacters(whole: string, most: number): string {
  // No text has more of them than units.
  return whole.length <= most ? whole : Array.from(whole).slice(0, most).join('');
}

/** The beginning of a text in UTF-16 units, which fits any limit of so many code points, without half of a character at its end, which the database would refuse. */
export function cut(whole: string, most: number): string {
  return whole.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}

/** Digits and signs of East Asian keyboards as ours; nothing else, because ² is no 2. */
export function toHalfWidth(text: string): string {
  return text.replaceAll(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}
