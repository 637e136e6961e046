/** What a version of a transaction says, and in what two of them differ. */
import type { Id } from '#kit/id.ts';
import type { Cents, Currency } from '#kit/money.ts';
import { formatSignedMoney } from '#kit/money.ts';
import type { Change } from '#web/ui/overlays/history.tsx';
import type { Transaction, TransactionInput } from '../../contract.ts';
import { signedAmount, transactionTypeOf } from '../../transaction.ts';

export type Facts = Pick<Transaction, 'userId' | 'description' | 'referenceId' | 'metadataJson'> & {
  readonly amount: Cents;
};

export const factNames = [
  'Amount',
  'Type',
  'User',
  'Description',
  'Reference',
  'Metadata',
] as const;
export type FactName = (typeof factNames)[number];

/** What a form would make of a transaction. */
export function factsOfInput(input: TransactionInput): Facts {
  const { userId, description, referenceId, metadataJson = '' } = input;
  return {
    userId,
    amount: signedAmount(input),
    description,
    ...(referenceId ? { referenceId } : {}),
    metadataJson,
  };
}

/** The names of what is not the same in both. */
export function factsThatDiffer(one: Facts, other: Facts): FactName[] {
  return factNames.filter((name) => key(one, name) !== key(other, name));
}

function key(facts: Facts, name: FactName): unknown {
  switch (name) {
    case 'Amount':
      return facts.amount;
    case 'Type':
      return transactionTypeOf(facts.amount);
    case 'User':
      return facts.userId;
    case 'Description':
      return facts.description;
    case 'Reference':
      return facts.referenceId ?? '';
    case 'Metadata':
      // An empty object says as little as nothing, and is what the edit form starts with.
      return facts.metadataJson === '{}' ? '' : facts.metadataJson;
    default:
      return name satisfies never;
  }
}

export type FactsKnown = { currency: Currency; userName: (userId: Id<'member'>) => string };

/** What is not the same in both, in words. */
export function factChanges(before: Facts, after: Facts, known: FactsKnown): Change[] {
  return factsThatDiffer(before, after).map((name) => ({
    name,
    before: factWords(before, name, known),
    after: factWords(after, name, known),
  }));
}

/** A fact as a person reads it; '-' where there is nothing. */
export function factWords(facts: Facts, name: FactName, known: FactsKnown): string {
  switch (name) {
    case 'Amount':
      return formatSignedMoney(facts.amount, known.currency);
    case 'User':
      return known.userName(facts.userId);
    default:
      return String(key(facts, name)) || '-';
  }
}
