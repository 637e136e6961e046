/** The chapter and the members of component tests, who are also those of the demo. */
import type { SignedInView } from '#features/identity/contract.ts';
import type { Member } from '#features/members/contract.ts';
import type { Day } from '#kit/day.ts';
import { type Id, uuidV7, uuidV7After } from '#kit/id.ts';
import type { Role } from '#kit/role.ts';

/** Different for each kind and number, and always the same. */
export function sampleId<Kind extends string>(kind: Kind, index: number): Id<Kind> {
  const bytes = new TextEncoder().encode(`${kind}          `.slice(0, 8));
  return uuidV7(1_700_000_000_000, new Uint8Array([...bytes, index, 0]));
}

let made = 0;

/** An id that no other sample has. */
export function nextId<Kind extends string>(kind: Kind): Id<Kind> {
  made += 1;
  return uuidV7After(sampleId(kind, 255), new Uint8Array([made % 256, made >> 8])) as Id<Kind>;
}

const names = ['Maya Chen', 'Diego Alvarez', 'Priya Raman', 'Tom Becker', 'Kenji Watanabe'];

export const members: readonly Member[] = names.map((displayName, index) => {
  const [firstName = '', lastName = ''] = displayName.split(' ');
  return {
    id: sampleId('member', index),
    externalUserIdentifier: null,
    displayName,
    firstName,
    lastName,
    email: `${firstName.toLowerCase()}@example.org`,
    primaryPhone: null,
    audit: { createdAt: '2026-01-01T12:00:00.000Z' },
  };
});

/** The id of the member with this name. */
export function memberId(name: string): Id<'member'> {
  const found = members.find(({ displayName }) => displayName === name);
  if (!found) throw new Error(`No member is named ${name}`);
  return found.id;
}

/** What her chapter allows; by default everything. */
export type ChapterRules = Partial<
  Pick<
    NonNullable<SignedInView['chapter']>,
    'policy' | 'eventPolicy' | 'membersSeeWallets' | 'settlesThrough'
  >
>;

/** Maya Chen's session. */
export function makeSession(role: Role, rules: ChapterRules = {}): SignedInView {
  return {
    signedIn: true,
    accountId: 'account',
    email: 'maya@example.org',
    displayName: 'Maya Chen',
    isInstallationAdmin: false,
    chapters: [{ id: sampleId('chapter', 0), name: 'San Diego', role }],
    chapter: {
      id: sampleId('chapter', 0),
      name: 'San Diego',
      logo: null,
      timeZone,
      policy: 'open',
      eventPolicy: 'open',
      membersSeeWallets: true,
      settlesThrough: 'wallets',
      saysHowToPay: true,
      links: { chapterSiteUrl: '', networkHubUrl: '', learningCentreUrl: '', localPlatformUrl: '' },
      memberId: memberId('Maya Chen'),
      role,
      ...rules,
    },
  };
}

export const timeZone = 'America/Los_Angeles';

/** Of the chapter. */
export const today = (): Day => Temporal.Now.plainDateISO(timeZone).toString() as Day;
