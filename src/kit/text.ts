import * as z from 'zod';

/**
 * Text a person wrote. NUL and lone surrogates never get here (the server's JSON reader refuses
 * them), so that only length is left to say. Lengths count UTF-16 units, as input fields do.
 */
export function text(most: number, message?: string) {
  return z.string().max(most, message ?? `Must be at most ${most} characters`);
}

/** As `text`, trimmed and not blank. */
export function requiredText(most: number, message = 'Required') {
  return z.string().trim().min(1, message).max(most, `Must be at most ${most} characters`);
}
