import { fold } from '#kit/fold.ts';
import type { Member } from './contract.ts';

/** A member with all searchable fields as one folded text. */
export type SearchableMember = { readonly member: Member; readonly text: string };

/** Prepares members once for many searches. */
export function toSearchable(members: readonly Member[]): SearchableMember[] {
  return members.map((member) => {
    const { displayName, firstName, lastName, email, primaryPhone, externalUserIdentifier } =
      member;
    const digits = primaryPhone?.replaceAll(/\D/g, '') ?? '';
    const parts = [displayName, firstName, lastName, email, primaryPhone, digits];
    return { member, text: fold([...parts, externalUserIdentifier].join('\n')) };
  });
}

/**
 * What is looked for: words, such as those of `Quill, Nora <nora@example.org>`, or the last digits of a telephone number,
 * because people write it in other ways than its owner: with the code of the country, or with a zero instead.
 */
export function readSearch(query: string): {
  words: readonly string[];
  digits: string | undefined;
} {
  const plain = fold(query);
  const digits = plain.replaceAll(/\D/g, '');
  const isNumber = digits.length >= 7 && /^[+\d\s()./-]+$/.test(plain);
  const words = plain.split(/[\s,;<>()"]+/).filter(Boolean);
  return { words, digits: isNumber ? digits.slice(-8) : undefined };
}

/**
 * Members whose name, email, phone or ID contain every word of the query, ignoring case and
 * accents; in the given order.
 */
export function searchMembers(all: readonly SearchableMember[], query: string): Member[] {
  const { words, digits } = readSearch(query);
  return all
    .filter(
      ({ text }) =>
        words.every((word) => text.includes(word)) ||
        (digits !== undefined && text.includes(digits)),
    )
    .map(({ member }) => member);
}
