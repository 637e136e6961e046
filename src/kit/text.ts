import * as z from 'zod/mini';

const atMost = (most: number) => `Must be at most ${most} characters`;

/**
 * Text a person wrote. NUL and lone surrogates never get here (the server's JSON reader refuses
 * them), so that only length is left to say. Lengths count UTF-16 units, as input fields do.
 */
export function text(most: number, message = atMost(most)) {
  return z.string().check(z.maxLength(most, message));
}

/** As `text`, trimmed. */
export function trimmedText(most: number) {
  return z.string().check(z.trim(), z.maxLength(most, atMost(most)));
}

/** As `text`, trimmed and not blank. */
export function requiredText(most: number, message = 'Required') {
  return trimmedText(most).check(z.minLength(1, message));
}

/** Text of a form of its own, such as a hash. */
export function textLike(form: RegExp, message?: string) {
  return z.string().check(z.regex(form, message));
}
