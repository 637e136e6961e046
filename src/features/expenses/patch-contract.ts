/** The body of a change: JSON Patch (RFC 6902) limited to `replace` of an expense's fields. */
import * as z from 'zod/mini';
import { type ExpenseFieldName, expenseFieldNames, expenseFields } from './expense.ts';
import { newOverrides } from './new-expense.ts';

const maxPatchOperations = 32;

type Replacement = {
  [Name in ExpenseFieldName]: z.ZodMiniObject<
    {
      op: z.ZodMiniLiteral<'replace'>;
      path: z.ZodMiniLiteral<`/${Name}`>;
      value: (typeof expenseFields)[Name];
    },
    z.core.$strict
  >;
}[ExpenseFieldName];

function createReplacement(name: ExpenseFieldName): Replacement {
  const [op, path, value] = [z.literal('replace'), z.literal(`/${name}`), expenseFields[name]];
  return z.strictObject({ op, path, value }) as Replacement;
}

/** All overrides at once, so that shares that were edited together are saved together. */
const overridesReplacement = z.strictObject({
  op: z.literal('replace'),
  path: z.literal('/overrides'),
  value: newOverrides,
});

const operation = z.discriminatedUnion(
  'path',
  [
    overridesReplacement,
    ...(expenseFieldNames.map(createReplacement) as [Replacement, ...Replacement[]]),
  ],
  { error: 'Only "replace" operations on expense fields are supported' },
);

export const patchBody = z.array(operation).check(z.maxLength(maxPatchOperations));
export type PatchOperation = z.output<typeof operation>;
