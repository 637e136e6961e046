/** Corrupts a request in one known way. */
import type { Schema } from './schemas.ts';
import { type Random, raw, wireText } from './values.ts';

export type Generated = {
  /** As it is sent; undefined for none. */
  readonly body: string | undefined;
  readonly contentType: string;
  /** After the question mark. */
  readonly search: string;
  /** What is wrong with it for certain; undefined when it may be right. */
  readonly flaw: string | undefined;
};

export function searchOf(query: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
}

export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Leaf = { readonly path: readonly (string | number)[]; readonly schema: Schema };

/** Everything inside that the schema speaks of, the whole included. */
function leavesOf(schema: Schema, value: unknown, path: Leaf['path'] = []): Leaf[] {
  const here = [{ path, schema }];
  // Which of several forms it has is not asked: what is inside may be wrong in one and right in
  // another.
  if (schema.anyOf ?? schema.oneOf) return here;
  if (Array.isArray(value) && schema.items) {
    const { items } = schema;
    return [...here, ...value.flatMap((each, index) => leavesOf(items, each, [...path, index]))];
  }
  if (!isFields(value)) return here;
  return [
    ...here,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      name in value ? leavesOf(inner, value[name], [...path, name]) : [],
    ),
  ];
}

function replaced(value: unknown, path: Leaf['path'], by: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((each, index) => (index === first ? replaced(each, rest, by) : each));
  }
  const fields = value as Record<string, unknown>;
  return { ...fields, [first]: replaced(fields[first], rest, by) };
}

/** The JSON types that some form of the schema takes; undefined for all. */
function typesOf(schema: Schema): Set<string> | undefined {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const all = options.map(typesOf);
    return all.some((types) => types === undefined)
      ? undefined
      : new Set(all.flatMap((types) => [...(types ?? [])]));
  }
  if (schema.const !== undefined) return new Set([jsonTypeOf(schema.const)]);
  if (schema.enum) return new Set(schema.enum.map(jsonTypeOf));
  if (schema.properties) return new Set(['object']);
  if (!schema.type) return undefined;
  return new Set([schema.type].flat().map((type) => (type === 'integer' ? 'number' : type)));
}

function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const coerced: readonly unknown[] = ['12', 'true', '', 0, 1, -7.5, true, false, null, [], [5], {}];
const unreadableNumbers = [
  '1e309',
  '-0',
  '1e2',
  '-1e-400',
  '0.1234567890123456789',
  '99999999999999999999',
];

export function corruptBody(
  schema: Schema,
  body: unknown,
  right: Generated,
  random: Random,
): Generated | undefined {
  const leaves = leavesOf(schema, body);
  const leaf = random.of(leaves);
  const types = typesOf(leaf.schema);
  const put = (flaw: string, value: unknown): Generated => ({
    ...right,
    body: wireText(replaced(body, leaf.path, value)),
    flaw: `${flaw} at ${leaf.path.join('.') || 'the whole'}`,
  });
  switch (random.below(9)) {
    case 0: {
      const objects = leaves.filter(({ schema: each }) => each.properties);
      if (objects.length === 0) return undefined;
      const { path } = random.of(objects);
      const inside = path.reduce<unknown>(
        (value, step) => (value as Record<string | number, unknown>)[step],
        body,
      );
      const name = random.of(['surprise', 'constructor', 'isAdmin', 'chapterId2', '']);
      const more = { ...(inside as object), [name]: random.of(coerced) };
      return {
        ...right,
        body: wireText(replaced(body, path, more)),
        flaw: `an unknown field ${name}`,
      };
    }
    case 1: {
      const wrong = types && coerced.filter((value) => !types.has(jsonTypeOf(value)));
      return wrong && wrong.length > 0 ? put('another type', random.of(wrong)) : undefined;
    }
    case 2:
      return put('an unreadable number', raw(random.of(unreadableNumbers)));
    case 3:
      return put(
        'text that cannot be stored',
        // As JSON escapes, which any client can send.
        raw(random.of(['\\"a\\\\u0000b\\"', '\\"\\\\ud800\\"', '\\"x\\\\udc00y\\"'])),
      );
    case 4: {
      const { maxLength } = leaf.schema;
      return maxLength === undefined
        ? undefined
        : put('too long', 'x'.repeat(maxLength + 1 + random.below(3)));
    }
    case 5: {
      const { maximum, minimum } = leaf.schema;
      const beyond = random.of([maximum && maximum + 1, minimum !== undefined && minimum - 1]);
      return typeof beyond === 'number' && Number.isSafeInteger(beyond)
        ? put('beyond its range', beyond)
        : undefined;
    }
    case 6: {
      const required = leaf.schema.required ?? [];
      if (required.length === 0 || !isFields(body) || leaf.path.length > 0) return undefined;
      const { [random.of(required)]: _, ...less } = body;
      return { ...right, body: wireText(less), flaw: 'a required field is missing' };
    }
    case 7: {
      const depth = random.of([50, 5_000, 100_000]);
      return {
        ...right,
        body: `${'['.repeat(depth)}${']'.repeat(depth)}`,
        flaw: 'nested deeply',
      };
    }
    default:
      return random.of([
        { ...right, body: right.body?.slice(0, -1) ?? '', flaw: 'cut off' },
        { ...right, contentType: 'text/plain', flaw: 'another content type' },
        { ...right, body: `{"__proto__":${right.body}}`, flaw: 'a prototype' },
        { ...right, body: `\u0000${right.body}`, flaw: 'NUL before it' },
        {
          ...right,
          body: `[${right.body}]`,
          flaw: Array.isArray(body) ? 'a list in a list' : 'a list',
        },
      ]);
  }
}

export function corruptQuery(
  schema: Schema,
  query: Readonly<Record<string, unknown>>,
  right: Generated,
  random: Random,
): Generated | undefined {
  const add = (more: string, flaw: string | undefined): Generated => ({
    ...right,
    search: right.search === '' ? more : `${right.search}&${more}`,
    flaw,
  });
  const names = Object.keys(query);
  const fields = Object.entries(schema.properties ?? {});
  switch (random.below(4)) {
    case 0:
      return add(
        'surprise=1',
        schema.additionalProperties === false ? 'an unknown parameter' : undefined,
      );
    case 1: {
      if (names.length === 0) return undefined;
      const name = random.of(names);
      return add(`${name}=${encodeURIComponent(String(query[name]))}`, `${name} twice`);
    }
    case 2: {
      if (names.length === 0) return undefined;
      const { [random.of(names)]: _, ...less } = query;
      const name = names.find((one) => !(one in less)) ?? '';
      const bad = random.of(['%00', 'a%00b', '%ED%A0%80', '%C0%80']);
      const rest = searchOf(less);
      return {
        ...right,
        search: `${rest}${rest ? '&' : ''}${name}=${bad}`,
        // What is no UTF-8 is read as the mark for that, which is text.
        flaw: bad.includes('%00') ? `NUL in ${name}` : undefined,
      };
    }
    default: {
      const counted = fields.filter(([, { pattern }]) => pattern?.includes('\\d{1,9}'));
      if (counted.length === 0) return undefined;
      const [name] = random.of(counted);
      const { [name]: _, ...less } = query;
      const rest = searchOf(less);
      const bad = random.of([
        '1e2',
        '-1',
        '+1',
        '0x10',
        '1.5',
        '',
        '9'.repeat(20),
        'NaN',
        '%201',
        '١',
      ]);
      return {
        ...right,
        search: `${rest}${rest ? '&' : ''}${name}=${bad}`,
        flaw: `no number in ${name}`,
      };
    }
  }
}
