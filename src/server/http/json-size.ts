/**
 * Bounds what a JSON body costs before it is parsed: parsing strictly takes about a microsecond a
 * value, so a list of ones costs more than a text of the same length.
 */
import { ok, type Result, refuse } from '#kit/result.ts';

/** An expense with 600 overrides has about 6,000. */
export const maxJsonValues = 10_000;
const maxJsonDepth = 32;

const [quote, backslash] = [0x22, 0x5c];
const [comma, colon] = [0x2c, 0x3a];
const [openList, closeList, openFields, closeFields] = [0x5b, 0x5d, 0x7b, 0x7d];

/** How many names values have. Counts without understanding: what is not JSON is found by the parser. */
export function checkJsonSize(text: string): Result<number> {
  let values = 1;
  let names = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = findEndOfText(text, at);
    else if (code === comma) values += 1;
    else if (code === colon) names += 1;
    else if (code === openList || code === openFields) [values, depth] = [values + 1, depth + 1];
    else if (code === closeList || code === closeFields) depth -= 1;
    if (values > maxJsonValues) return tooManyValues;
    if (depth > maxJsonDepth) return tooDeep;
  }
  return ok(names);
}

/** The place of the quote that ends the text that begins at `start`. */
function findEndOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

const tooManyValues = refuse(
  'too-large',
  'too_large',
  'The request has more than 10,000 values. Send it in smaller parts',
);
const tooDeep = refuse(
  'malformed',
  'malformed_json',
  `The body is nested more than ${maxJsonDepth} levels deep`,
);
