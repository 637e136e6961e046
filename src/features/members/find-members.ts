import type { Member } from './contract.ts';

/** A member with everything that a search may hit, in one folded text. */
export type Findable = { readonly member: Member; readonly text: string };

/** Folds once what every key typed is compared with. */
export function findable(members: readonly Member[]): Findable[] {
  return members.map((member) => {
    const { displayName, firstName, lastName, email, primaryPhone, externalUserIdentifier } =
      member;
    const digits = primaryPhone?.replaceAll(/\D/g, '') ?? '';
    const parts = [displayName, firstName, lastName, email, primaryPhone, digits];
    return { member, text: folded([...parts, externalUserIdentifier].join('\n')) };
  });
}

/**
 * Those who match every word of the query somewhere in their name, e-mail, phone or identifier,
 * whatever case and accents; in the order given.
 */
export function findMembers(all: readonly Findable[], query: string): Member[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  return all
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ member }) => member);
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
