import type { Id } from '#kit/id.ts';

/** Somebody an expense names. `name` is the display name. */
export type Person = { readonly id: Id<'member'>; readonly name: string };

/** What stands for somebody no reply names, as the specification says it. */
export const unknownName = 'Unknown';

/**
 * The shortest name of each person that nobody else in the list has: 'Maya', for two of them
 * 'Maya C.' and 'Maya R.', then the whole names, and for namesakes 'Maya Chen (2)'.
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

/** The same people with one of them, if there, before the others. */
export function withFirst<T extends { readonly id: Id<'member'> }>(
  people: readonly T[],
  first: Id<'member'>,
): T[] {
  return [
    ...people.filter((person) => person.id === first),
    ...people.filter((person) => person.id !== first),
  ];
}
