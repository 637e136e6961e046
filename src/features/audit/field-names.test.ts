/** Whatever a contract says of a thing may stand in a record: each field has a name, or is not told. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { chapterCalls } from '#features/chapters/chapter-contract.ts';
import { invitationSent } from '#features/chapters/invitation-contract.ts';
import { logoCalls } from '#features/chapters/logo-contract.ts';
import { calendar } from '#features/events/contract.ts';
import { eventDetail } from '#features/events/event.ts';
import { occurrenceRsvp } from '#features/events/rsvp/occurrence-rsvp.ts';
import { listedExpense } from '#features/expenses/expense.ts';
import { memberProfile } from '#features/members/profile-contract.ts';
import { resourceCalls } from '#features/resources/contract.ts';
import { transaction, walletDetail } from '#features/wallets/contract.ts';
import { fieldName, knownName } from './field-names.ts';

/** Who comes has records of its own; what follows from the rest is in no record. */
const apart: Record<string, readonly string[]> = {
  event: ['participants', 'rsvp'],
  invitation: ['state', 'invitedBy', 'mail', 'mailFailure', 'mailAt'],
  occurrence: ['position'],
};

const recorded: readonly [kind: string, schema: z.core.$ZodType][] = [
  ['calendar', calendar],
  ['chapter', chapterCalls.detail.reply],
  ['chapter', logoCalls.change.reply],
  ['event', eventDetail],
  ['expense', listedExpense],
  ['invitation', invitationSent.shape.invitation],
  ['member', memberProfile],
  ['occurrence', occurrenceRsvp.shape.mine],
  ['resources', resourceCalls.change.body],
  ['transaction', transaction],
  ['wallet', walletDetail],
];

type Json = {
  type?: string;
  properties?: Record<string, Json>;
  anyOf?: readonly Json[];
  oneOf?: readonly Json[];
};

/** `links` and what is in it: `links.chapterSiteUrl`. */
function fieldsOf(schema: Json): string[] {
  const some = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(fieldsOf);
  const own = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => [
    field,
    ...fieldsOf(inner).map((further) => `${field}.${further}`),
  ]);
  return [...new Set([...some, ...own])];
}

test.each(recorded)('every field of a record of the kind %s has its name', (kind, schema) => {
  const fields = fieldsOf(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Json);
  expect(fields).not.toEqual([]);
  const unnamed = fields.filter((field) => {
    const [outer = ''] = field.split('.');
    // How an event repeats is told as one thing.
    const isWhole = outer === 'recurrencePattern';
    const isApart = apart[kind]?.includes(outer) ?? false;
    return !isWhole && !isApart && knownName(kind, field) === undefined;
  });
  expect(unnamed).toEqual([]);
});

test('nothing has a name that only a program would give it', () => {
  for (const [kind, schema] of recorded) {
    for (const field of fieldsOf(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Json)) {
      expect(fieldName(kind, field) ?? '').toMatch(
        /^((RSVP|ID|[a-z'-]+)( (RSVPs?|ID|[a-z'-]+))*)?$/,
      );
    }
  }
});

test('what only an older version recorded is told by its own words', () => {
  expect(fieldName('member', 'petName')).toBe('pet name');
  expect(fieldName('member', 'profile.pronouns')).toBe('profile pronouns');
  expect(fieldName('event', 'series.startDate')).toBeNull();
});
