/** The demo's groups of members. */
import { groupCalls } from '#features/members/group-contract.ts';
import type { Instant } from '#kit/day.ts';
import { type DemoChapter, memberAt } from './chapter.ts';
import type { DemoClient } from './demo-client.ts';
import { demoPeople } from './people.ts';

const groups: Readonly<Record<string, readonly string[]>> = {
  Board: [
    'Priya Raman',
    'Diego Alvarez',
    'Hannah Lindqvist',
    'Marcus Bell',
    'Grace Okafor',
    'Charlotte Dubois',
    'Samuel Osei',
  ],
  Forum: [
    'Maya Chen',
    'Tom Becker',
    'Aisha Khan',
    'Luca Moretti',
    'Sofia Petrova',
    'Kenji Watanabe',
    'Elena Vasquez',
    'Omar Haddad',
  ],
};

export async function addGroups(client: DemoClient, chapter: DemoChapter, at: Instant) {
  const find = (name: string) =>
    memberAt(
      chapter,
      demoPeople.findIndex(({ displayName }) => displayName === name),
    );
  for (const [name, names] of Object.entries(groups)) {
    const body = { name, memberIds: names.map(find) };
    await client.call(find('Priya Raman'), at, groupCalls.create, { body });
  }
}
