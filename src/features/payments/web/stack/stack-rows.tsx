import { type RefObject, useState } from 'react';
import type { Id } from '#kit/id.ts';
import { findMatches } from '#web/ui/fields/match-options.ts';
import { FilterInput } from '#web/ui/fields/search-field.tsx';
import type { BatchProblems } from '../../contract.ts';
import type { EntryProblem, Stack, StackEntry, StackMember } from './stack.ts';
import { StackRow } from './stack-row.tsx';
import { useHeldOrder } from './use-held-order.ts';

/**
 * The members who have something to pay, each with a tick, an amount and a reference. Letters find
 * anyone; Enter ticks a single match, and returns here from the fields of a row.
 */
export function StackRows({
  members,
  stack,
  problems,
  refused,
  referenceLabel,
  filter,
  onChange,
}: {
  members: readonly StackMember[];
  stack: Stack;
  problems: ReadonlyMap<Id<'member'>, EntryProblem> | undefined;
  refused: ReadonlyMap<Id<'member'>, BatchProblems['items'][number]>;
  referenceLabel: string;
  /** The field that finds members. */
  filter: RefObject<HTMLInputElement | null>;
  onChange: (member: StackMember, changes: Partial<StackEntry>) => void;
}) {
  const [letters, setLetters] = useState('');
  const { ordered, hold, release } = useHeldOrder(
    members,
    ({ id, owed }) => owed > 0 || stack.has(id),
  );
  const isWrong = ({ id }: StackMember) => problems?.has(id) || refused.has(id);
  // A row that says why nothing was recorded is never out of sight.
  const wrong = ordered.filter(isWrong);
  const matches = letters.trim() === '' ? ordered : findMatches(members, letters);
  const shown = [...wrong, ...matches.filter((member) => !isWrong(member))];
  const [single, ...more] = matches;
  const tickSingle = () => {
    if (letters.trim() === '' || !single || more.length > 0) return;
    if (!stack.get(single.id)?.isTicked) onChange(single, { isTicked: true });
  };
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p id="stack-help" className="text-xs text-third">
        Members who have something to pay: open expenses and US dollar wallets together. Type a name
        to find anyone else.
      </p>
      <div className="rounded-control border border-control bg-surface">
        {/* Stays above a long list. */}
        <div className="sticky -top-0.5 z-1 rounded-t-[8px] bg-surface">
          <FilterInput
            ref={filter}
            label="Filter by name"
            describedBy="stack-help"
            placeholder="Type a name, then press Enter"
            value={letters}
            onValueChange={setLetters}
            onEnter={tickSingle}
          />
        </div>
        <ul
          aria-label="Members"
          className="divide-y divide-soft"
          // React reports no enter for a list that appears under the pointer.
          onPointerOver={hold}
          onPointerLeave={release}
        >
          {shown.map((member) => (
            <StackRow
              key={member.id}
              member={member}
              entry={stack.get(member.id)}
              problem={problems?.get(member.id)}
              refused={refused.get(member.id)}
              referenceLabel={referenceLabel}
              onChange={(changes) => onChange(member, changes)}
              onDone={() => filter.current?.focus()}
            />
          ))}
          {shown.length === 0 && (
            <li className="px-3 py-2 text-third">
              {letters.trim() === ''
                ? 'No one has anything to pay.'
                : `No one matches "${letters}"`}
            </li>
          )}
        </ul>
      </div>
    </div>
  );
}
