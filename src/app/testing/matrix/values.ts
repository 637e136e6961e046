/** Generates values of a schema, often edge cases, reproducibly by seed. */
import type { Schema } from './schemas.ts';

/** Numbers from 0 to below 1; the same seed gives the same ones. */
export type Random = {
  next(): number;
  chance(share: number): boolean;
  below(count: number): number;
  of<T>(values: readonly T[]): T;
};

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    chance: (share) => next() < share,
    of: <T>(values: readonly T[]) => values[below(values.length)] as T,
  };
}

/** JSON that `JSON.stringify` cannot write, such as 1e309, in place of a value. */
export const raw = (text: string) => `@@${text}@@`;
export const wireText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/"@@(.*?)@@"/g, (_, text: string) =>
    // What stands in a string is escaped once more.
    JSON.parse(`"${text}"`),
  );

/** A value of the schema, often at its edge; whether its further rules hold is not known. */
export function valueOf(
  schema: Schema,
  random: Random,
  ids: readonly string[],
  depth = 0,
): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.of(schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return valueOf(random.of(options), random, ids, depth);
  if (schema.properties) {
    const required = new Set(schema.required);
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([name]) => required.has(name) || random.chance(0.6))
        .map(([name, inner]) => [name, valueOf(inner, random, ids, depth + 1)]),
    );
  }
  switch (Array.isArray(schema.type) ? random.of(schema.type) : schema.type) {
    case 'array': {
      const most = Math.min(schema.maxItems ?? 4, random.chance(0.02) ? 200 : 4);
      const count = (schema.minItems ?? 0) + random.below(most + 1);
      return Array.from({ length: count }, () =>
        valueOf(schema.items ?? {}, random, ids, depth + 1),
      );
    }
    case 'string':
      return textOf(schema, random, ids);
    case 'integer':
      return numberOf(schema, random, 1);
    case 'number':
      return numberOf(schema, random, 100);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return random.of<unknown>([null, true, 'text', 5, [], {}]);
  }
}

function numberOf(
  { minimum = -1e9, maximum = 1e9 }: Schema,
  random: Random,
  parts: number,
): number {
  const least = Math.max(minimum, -9_999_999_999);
  const most = Math.min(maximum, 9_999_999_999);
  const middle = least + random.next() * (Math.min(most, least + 10_000) - least);
  const value = random.of([least, most, 0, 1, 40, middle, middle]);
  return Math.round(value * parts) / parts + 0;
}

const words = [
  'Lunch',
  'naïve café',
  '昼ごはん',
  '👩‍👩‍👧',
  '<b>x</b>',
  "o'; drop table x;--",
  '%_\\',
  '=1+1',
];
const dates = ['1900-01-01', '2024-02-29', '2026-03-08', '2026-11-01', '2026-11-20', '9998-12-31'];
const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kathmandu', 'Europe/Berlin'];

function textOf(schema: Schema, random: Random, ids: readonly string[]): string {
  switch (schema.format) {
    case 'uuid':
      return random.chance(0.95) ? random.of(ids) : '0190a0a0-0aaa-7000-8000-00000000ffff';
    case 'date':
      return random.of(dates);
    case 'date-time':
      return `${random.of(dates)}T${random.of(['00:00:00Z', '23:59:59.999Z', '12:00:00+05:45'])}`;
    case 'email':
      return `fuzz.${random.below(1e6)}@example.org`;
    case 'uri':
      return 'https://example.org/';
    default:
      break;
  }
  if (schema.pattern) {
    return random.of([
      String(random.below(60)),
      String(random.below(2_100)),
      'aabbcc',
      '#AABBCC',
      'MO',
      '2TU',
      random.of(dates),
      `${random.of(dates)}T18:00:00`,
      'https://example.org/a',
    ]);
  }
  if (random.chance(0.1)) return random.of([...zones, ...dates, `${random.of(dates)}T18:00`]);
  const { minLength: least = 0, maxLength: most = 300 } = schema;
  const length = random.of([least, least + 1, most, 12, 12]);
  return random
    .of(words)
    .repeat(Math.ceil(length / 3) + 1)
    .slice(0, Math.max(least, Math.min(length, most)))
    .toWellFormed();
}
