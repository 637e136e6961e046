/** The wire side of contracts as JSON Schema, and where in it ids are. */
import * as z from 'zod/mini';

export type Schema = {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** False where anything but the properties is refused. */
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

const known = new WeakMap<z.ZodMiniType, Schema>();

export function schemaOf(type: z.ZodMiniType): Schema {
  const made =
    known.get(type) ??
    (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema);
  known.set(type, made);
  return made;
}

/** A place for an id, and how the whole looks with one in it. */
export type Slot = { readonly place: string; put(id: string): unknown };

/** Every place for an id in what the schema takes; the rest is as in the sample. */
export function slotsOf(schema: Schema, sample: unknown, place = ''): Slot[] {
  if (schema.format === 'uuid') return [{ place, put: (id) => id }];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const found = options.flatMap((option) => slotsOf(option, sampleFor(option, sample), place));
    return [
      ...new Map(
        found.map((slot) => [`${slot.place} ${JSON.stringify(slot.put(''))}`, slot]),
      ).values(),
    ];
  }
  if (schema.items) {
    const [first] = Array.isArray(sample) ? (sample as unknown[]) : [];
    return slotsOf(schema.items, first, `${place}[]`).map((slot) => ({
      ...slot,
      put: (id) => [slot.put(id)],
    }));
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const fields = isFields(sample) ? sample : {};
    return slotsOf(inner, fields[name], place === '' ? name : `${place}.${name}`).map((slot) => ({
      ...slot,
      put: (id) => ({ ...fields, [name]: slot.put(id) }),
    }));
  });
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One of several forms is recognized by its literals. */
function sampleFor(option: Schema, sample: unknown): unknown {
  const literals = Object.entries(option.properties ?? {}).flatMap(([name, inner]) =>
    inner.const === undefined ? [] : [[name, inner.const]],
  );
  if (literals.length === 0) return sample;
  return { ...(isFields(sample) ? sample : {}), ...Object.fromEntries(literals) };
}
