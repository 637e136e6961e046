/** Expects every field of a contract's schema to have a label or to be hidden. */
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

/** `neverRecorded` fields have records of their own or are derived. */
export function expectNamed(
  fields: AuditFields,
  kind: string,
  schema: z.core.$ZodType,
  neverRecorded: readonly string[] = [],
): void {
  const all = listFields(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Json);
  const recorded = all.filter((field) => {
    const [outer = ''] = field.split('.');
    // Fields with a formatter are shown as a whole.
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

/** `links` and its nested fields such as `links.chapterSiteUrl`. */
function listFields(schema: Json): string[] {
  const some = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(listFields);
  const own = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => [
    field,
    ...listFields(inner).map((further) => `${field}.${further}`),
  ]);
  return [...new Set([...some, ...own])];
}
