/** The door list as it is read: who is expected, who waits, who came without being expected. */
import { matchesWords } from '#web/ui/fields/match-options.ts';
import type { ShownPerson } from '../../door/pending-changes.ts';

export type DoorGroups = {
  readonly going: readonly ShownPerson[];
  readonly waitlist: readonly ShownPerson[];
  readonly walkIns: readonly ShownPerson[];
  /** Found by the search only. */
  readonly others: readonly ShownPerson[];
};

export function groupPeople(people: readonly ShownPerson[], search: string): DoorGroups {
  const isSearched = search.trim() !== '';
  const found = isSearched ? people.filter(({ name }) => matchesWords(name, search)) : people;
  const groups = Map.groupBy(found, nameGroup);
  return {
    going: groups.get('going') ?? [],
    waitlist: (groups.get('waitlist') ?? []).toSorted(
      (a, b) => (a.rsvp?.position ?? 0) - (b.rsvp?.position ?? 0),
    ),
    walkIns: groups.get('walkIns') ?? [],
    others: isSearched ? (groups.get('others') ?? []) : [],
  };
}

function nameGroup({ rsvp, isHere }: ShownPerson): keyof DoorGroups {
  if (rsvp?.answer === 'going') return rsvp.status === 'waitlisted' ? 'waitlist' : 'going';
  return isHere ? 'walkIns' : 'others';
}

/** People who are here and people who are expected, guests included. */
export function countHeads(people: readonly ShownPerson[]): { here: number; expected: number } {
  let [here, expected] = [0, 0];
  for (const { isHere, guestsHere, rsvp } of people) {
    if (isHere) here += 1 + guestsHere;
    if (rsvp?.answer === 'going' && rsvp.status === 'confirmed') expected += 1 + rsvp.guests;
  }
  return { here, expected };
}
