/** Whatever a contract says of a thing may stand in a record: each field has a name, or is not told. */
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { AuditFields } from '#kit/audit-words.ts';
import { fieldName, knownName } from '../field-names.ts';

type Json = {
  type?: string;
  properties?: Record<string, Json>;
  anyOf?: readonly Json[];
  oneOf?: readonly Json[];
};

/** `neverRecorded`: what has records of its own, or follows from the rest. */
export function expectNamed(
  fields: AuditFields,
  kind: string,
  schema: z.core.$ZodType,
  neverRecorded: readonly string[] = [],
): void {
  const all = fieldsOf(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Json);
  const recorded = all.filter((field) => {
    const [outer = ''] = field.split('.');
    // What has words as a whole is told as one thing.
    const isPart = outer !== field && fields[kind]?.values?.[outer];
    return !isPart && !neverRecorded.includes(outer);
  });
  expect(recorded).not.toEqual([]);
  expect(recorded.filter((field) => knownName(fields, kind, field) === undefined)).toEqual([]);
  for (const field of recorded) {
    expect(fieldName(fields, kind, field) ?? '').toMatch(
      /^((RSVP|ID|[a-z'-]+)( (RSVPs?|ID|[a-z'-]+))*)?$/,
    );
  }
}

/** `links` and what is in it: `links.chapterSiteUrl`. */
function fieldsOf(schema: Json): string[] {
  const some = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(fieldsOf);
  const own = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => [
    field,
    ...fieldsOf(inner).map((further) => `${field}.${further}`),
  ]);
  return [...new Set([...some, ...own])];
}
