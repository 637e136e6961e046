import * as z from 'zod/mini';

/** A yes or no in a query: `true` or `false`. */
export const booleanText = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (word) => word === 'true',
  encode: (value) => (value ? 'true' : 'false'),
});
