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
 * Members whose name, email, phone or ID contain every word of the query, ignoring case and
 * accents; in the given order.
 */
export function searchMembers(all: readonly SearchableMember[], query: string): Member[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return all
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ member }) => member);
}
