/**
 * Parses JSON more strictly than `JSON.parse`: only plain decimals that a double represents exactly
 * (no exponents, no -0, no lost digits), text that PostgreSQL can store (no NUL, no lone
 * surrogates), no `__proto__`, and no name twice, of which only the last would count.
 */
import { isUtf8 } from 'node:buffer';
import { ok, type Result, refuse } from '#kit/result.ts';
import { isStorableText } from '#kit/text.ts';
import { checkJsonSize } from './json-size.ts';

type Source = { readonly source?: string };

class Refuse extends Error {}

export function readJson(bytes: Buffer): Result<unknown> {
  // Decoded anyway, a letter of Latin-1, as older programs send, would be kept as a replacement character.
  if (!isUtf8(bytes)) return refuse('malformed', 'malformed_json', 'The body is not UTF-8');
  const text = bytes.toString();
  if (text.trim() === '') return ok(undefined);
  const names = checkJsonSize(text);
  if (!names.ok) return names;
  // The parser asks about the whole, too, as if it had an empty name.
  let kept = -1;
  try {
    const value: unknown = JSON.parse(text, function (
      this: unknown,
      key: string,
      value: unknown,
      context: Source,
    ) {
      if (!Array.isArray(this)) kept += 1;
      if (key === '__proto__') throw new Refuse('The name __proto__ is not accepted');
      if (typeof value === 'number') checkNumber(value, context.source ?? '');
      if (typeof value === 'string') checkText(value);
      if (key !== '') checkText(key);
      return value;
    } as (key: string, value: unknown) => unknown);
    if (kept !== names.value) throw new Refuse('A name is given twice');
    return ok(value);
  } catch (error) {
    if (error instanceof Refuse) return refuse('invalid', 'invalid', error.message);
    return refuse('malformed', 'malformed_json', 'The body is not valid JSON');
  }
}

function checkNumber(value: number, source: string): void {
  if (
    !Number.isFinite(value) ||
    Object.is(value, -0) ||
    !/^-?\d{1,16}(\.\d{1,16})?$/.test(source)
  ) {
    throw new Refuse('Numbers must be plain decimals');
  }
  const written = source.includes('.') ? source.replace(/\.?0+$/, '') : source;
  if (String(value) !== written)
    throw new Refuse('Numbers must be plain decimals without rounding');
}

function checkText(value: string): void {
  if (!isStorableText(value)) throw new Refuse('Text must be well-formed Unicode without NUL');
}
