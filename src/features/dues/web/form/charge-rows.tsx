import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { groupsQuery } from '#features/members/web/queries.ts';
import { formatCount, plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { formatMoney } from '#kit/money.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { FieldNotes } from '#web/ui/fields/field.tsx';
import { findMatches } from '#web/ui/fields/match-options.ts';
import { FilterInput } from '#web/ui/fields/search-field.tsx';
import { countMonthsLeft } from '../../prorate.ts';
import {
  type ChargeContext,
  type ChargeForm,
  type ChargeMember,
  type ChargeProblems,
  findJoiners,
  listAmounts,
  sumCharge,
} from './charge-form.ts';
import { ChargeRow } from './charge-row.tsx';
import { EventChoices } from './event-choices.tsx';

/**
 * Everyone whom a charge may ask, each with a tick and an amount. Letters find them; Enter turns the tick of a
 * single match, and returns here from an amount.
 */
export function ChargeRows({
  form,
  context,
  problems,
  onChange,
}: {
  form: ChargeForm;
  context: ChargeContext;
  problems: ChargeProblems;
  onChange: (changes: Partial<ChargeForm>) => void;
}) {
  const { members } = context;
  const { chosen } = form;
  const filter = useRef<HTMLInputElement>(null);
  const [letters, setLetters] = useState('');
  /** Who was chosen when the list was last filled comes first, so that no row moves under a press. */
  const [pinned, setPinned] = useState(chosen);
  const amounts = listAmounts(form, context);
  const joiners = findJoiners(context).ids;
  const { count, total } = sumCharge(form, context);
  // A row that says why nothing was charged is never out of sight.
  const isFirst = ({ id }: ChargeMember) => problems.amounts?.has(id) || pinned.has(id);
  const matches = letters.trim() === '' ? members : findMatches(members, letters);
  const [single, ...more] = matches;
  const shown = [...matches.filter(isFirst), ...matches.filter((member) => !isFirst(member))];
  const hidden = members.filter(
    ({ id }) => problems.amounts?.has(id) && !matches.some((each) => each.id === id),
  );
  const choose = (ids: ReadonlySet<Id<'member'>>, more: Partial<ChargeForm> = {}) => {
    setPinned(ids);
    onChange({ chosen: ids, guests: new Map(), ...more });
  };
  const toggle = (id: Id<'member'>) =>
    onChange({
      chosen: new Set(chosen.has(id) ? [...chosen].filter((each) => each !== id) : [...chosen, id]),
    });
  /** Why the amount is another than the one above. */
  const noteOf = ({ id, joinedOn }: ChargeMember) => {
    const guests = form.guests.get(id);
    if (form.amounts.has(id)) return undefined;
    if (guests !== undefined) return plural(guests, 'guest');
    return form.isProrated && joiners.has(id)
      ? `${countMonthsLeft(joinedOn)} of 12 months`
      : undefined;
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-ink">Members *</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        <TextButton
          className="font-medium"
          onClick={() => choose(new Set(members.map(({ id }) => id)))}
        >
          Everyone
        </TextButton>
        <Groups members={members} onChoose={choose} />
        {count > 0 && (
          <TextButton className="font-medium" onClick={() => choose(new Set())}>
            No One
          </TextButton>
        )}
      </div>
      {!form.isLateFee && <EventChoices {...{ form, context, onChange }} onChoose={choose} />}
      <div className="rounded-control border border-control bg-surface">
        <div className="sticky -top-0.5 z-1 rounded-t-[8px] bg-surface">
          <FilterInput
            ref={filter}
            label="Filter by name"
            placeholder="Type a name, then press Enter"
            value={letters}
            onValueChange={setLetters}
            onEnter={() => {
              if (letters.trim() !== '' && single && more.length === 0) toggle(single.id);
            }}
          />
        </div>
        <ul aria-label="Members" className="divide-y divide-soft">
          {[...hidden, ...shown].map((member) => (
            <ChargeRow
              key={member.id}
              member={member}
              isChosen={chosen.has(member.id)}
              amount={amounts.get(member.id) ?? ''}
              note={noteOf(member)}
              problem={problems.amounts?.get(member.id)}
              onToggle={() => toggle(member.id)}
              onDone={() => filter.current?.focus()}
              onAmount={(text) =>
                onChange({ amounts: new Map([...form.amounts, [member.id, text]]) })
              }
            />
          ))}
          {shown.length === 0 && (
            <li className="px-3 py-2 text-third">No one matches "{letters}"</li>
          )}
        </ul>
        <p
          role="status"
          className="tabular flex min-h-9 items-center justify-between gap-3 rounded-b-control border-t border-line bg-surface px-3 text-xs text-second sm:sticky sm:-bottom-5"
        >
          <span>
            {formatCount(count)} of {plural(members.length, 'member')}
          </span>
          <span className="font-medium text-ink">Total {formatMoney(total)}</span>
        </p>
      </div>
      <FieldNotes id="charged-members" error={problems.chosen} />
    </fieldset>
  );
}

/** The chapter's groups; if they can't be read, names are enough. */
function Groups({
  members,
  onChoose,
}: {
  members: readonly ChargeMember[];
  onChoose: (ids: ReadonlySet<Id<'member'>>) => void;
}) {
  const { data = [] } = useQuery(groupsQuery);
  const known = new Set(members.map(({ id }) => id));
  return data.map(({ id, name, memberIds }) => (
    <TextButton
      key={id}
      className="max-w-48 truncate font-medium"
      onClick={() => onChoose(new Set(memberIds.filter((each) => known.has(each))))}
    >
      {name}
    </TextButton>
  ));
}
