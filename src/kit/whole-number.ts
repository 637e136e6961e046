import * as z from 'zod/mini';

export function wholeNumber(least: number, most: number) {
  return z.int().check(z.minimum(least), z.maximum(most));
}

/** A number written in digits, as in query strings. */
export function fromDigits(digits: z.ZodMiniString<string>, number: z.ZodMiniNumber<number>) {
  return z.codec(digits, number, {
    decode: (text) => Number(text),
    encode: (value) => String(value),
  });
}
