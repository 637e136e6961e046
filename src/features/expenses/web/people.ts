import type { Id } from '#kit/id.ts';
import type { ExpenseFields, ListedExpense } from '../expense.ts';
import { findReceiver } from '../money-back.ts';

/** A person on an expense; `name` is the display name. */
export type Person = { readonly id: Id<'member'>; readonly name: string };

/** The specification's name for a person who is not known. */
export const unknownName = 'Unknown';

/**
 * The shortest unique name of each person: 'Maya', or 'Maya C.' and 'Maya R.' if there are two, then
 * full names, and 'Maya Chen (2)' for identical full names.
 */
export function shortNames(people: readonly Person[]): Map<Id<'member'>, string> {
  const short = new Map<Id<'member'>, string>();
  let unnamed = people;
  for (const shorten of [firstName, firstNameAndInitial, wholeName]) {
    const counts = countBy(unnamed, shorten);
    for (const person of unnamed) {
      if (counts.get(shorten(person)) === 1) short.set(person.id, shorten(person));
    }
    unnamed = unnamed.filter((person) => !short.has(person.id));
  }
  const seen = new Map<string, number>();
  for (const person of unnamed) {
    const name = wholeName(person);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    short.set(person.id, nth === 1 ? name : `${name} (${nth})`);
  }
  return short;
}

const wholeName = (person: Person) => person.name.trim();

function firstName(person: Person): string {
  return wholeName(person).split(/\s+/)[0] ?? '';
}

function firstNameAndInitial(person: Person): string {
  const words = wholeName(person).split(/\s+/);
  const initial = words.length > 1 ? [...(words.at(-1) ?? '')][0] : undefined;
  return initial ? `${words[0]} ${initial}.` : wholeName(person);
}

function countBy(people: readonly Person[], key: (person: Person) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const person of people) counts.set(key(person), (counts.get(key(person)) ?? 0) + 1);
  return counts;
}

type Names = ReadonlyMap<Id<'member'>, string>;
export type DisplayNames = { readonly short: Names; readonly full: Names };

/** The short and the full name of each person. */
export function toDisplayNames(people: readonly Person[]): DisplayNames {
  return { short: shortNames(people), full: new Map(people.map(({ id, name }) => [id, name])) };
}

/**
 * 'You', or the payer's short name, and how many more paid: 'Priya +1'; undefined for an even split. Of money
 * back, who received it.
 */
export function toPayerName(
  expense: Parameters<typeof findReceiver>[0] &
    Pick<ExpenseFields, 'payers'> &
    Pick<ListedExpense, 'moneyBackForId'>,
  names: ReadonlyMap<Id<'member'>, string>,
  me: Id<'member'>,
): string | undefined {
  const { paidBy, payers } = expense;
  if (expense.moneyBackForId !== undefined && findReceiver(expense) === null) return 'The chapter';
  if (paidBy === null) return undefined;
  const name = paidBy === me ? 'You' : (names.get(paidBy) ?? unknownName);
  return payers.length > 1 ? `${name} +${payers.length - 1}` : name;
}

/** 'Paid by Priya +1', 'Received by you', 'Even split'. */
export function describePayer(
  payer: string | undefined,
  { moneyBackForId }: Pick<ListedExpense, 'moneyBackForId'>,
): string {
  if (payer === undefined) return 'Even split';
  const name = payer === 'You' || payer === 'The chapter' ? payer.toLowerCase() : payer;
  return `${moneyBackForId === undefined ? 'Paid' : 'Received'} by ${name}`;
}

/** Moves one person to the front, if present. */
export function putFirst<T extends { readonly id: Id<'member'> }>(
  people: readonly T[],
  first: Id<'member'>,
): T[] {
  return [
    ...people.filter((person) => person.id === first),
    ...people.filter((person) => person.id !== first),
  ];
}

const maxNamed = 3;

/** 'A', 'A and B', 'A, B and 5 others'. */
export function joinNames(names: readonly string[], most = maxNamed): string {
  const shown = names.length > most ? names.slice(0, most - 1) : names;
  const parts =
    names.length > most ? [...shown, `${names.length - shown.length} others`] : [...shown];
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}
