import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useState } from 'react';
import type { Day } from '#kit/day.ts';
import { useSession } from '#web/api/session.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { Select, type SelectProps } from '#web/ui/fields/select.tsx';
import { type ExpenseStatus, expenseStatuses } from '../../listing.ts';
import { balancesQuery } from '../balances-query.ts';
import { withFirst } from '../people.ts';
import { categoriesQuery } from '../screen-queries.ts';
import type { ExpenseFilter } from '../search.ts';

export type FilterFieldsProps = {
  filter: ExpenseFilter;
  onChange: (changes: ExpenseFilter) => void;
  /** In a row above the list, where the first choice of each says what it is about. */
  isInRow?: boolean | undefined;
};

/** Payer, participant, category, status and days. */
export function FilterFields({ filter, onChange, isInRow = false }: FilterFieldsProps) {
  const { me } = useSession();
  const balances = useQuery(balancesQuery);
  // Above the list they are asked for by whoever is about to choose one, not by every visit.
  const [isAsked, setIsAsked] = useState(!isInRow);
  const categories = useQuery({ ...categoriesQuery, enabled: isAsked });
  const members = balances.data?.items.map(({ participantId: id, name }) => ({ id, name })) ?? [];
  const people = withFirst(members, me.memberId).map(({ id, name }) => ({
    value: id,
    label: id === me.memberId ? `${name} (you)` : name,
  }));
  const names = (categories.data ?? []).map((name) => ({ value: name, label: name }));
  // As wide as the words for all of them at least, and together as wide as there is room: most
  // browsers would make each as wide as the longest name in it.
  const look = (width: string) => ({
    isLabelHidden: isInRow,
    look: isInRow ? ('toolbar' as const) : ('field' as const),
    className: isInRow ? `max-w-64 min-w-0 flex-1 ${width}` : undefined,
  });
  return (
    <>
      <Choice
        {...look('basis-38')}
        label="Paid By"
        all={isInRow ? 'Paid by anyone' : 'Anyone'}
        options={people}
        unknown="One member"
        value={filter.paidBy}
        onChoose={(paidBy) => onChange({ paidBy })}
      />
      <Choice
        {...look('basis-38')}
        label="Participant"
        all={isInRow ? 'Any participant' : 'Anyone'}
        options={people}
        unknown="One member"
        value={filter.participantId}
        onChoose={(participantId) => onChange({ participantId })}
      />
      <Choice
        {...look('basis-35')}
        label="Category"
        all="All categories"
        options={names}
        unknown={filter.category}
        onAsk={() => setIsAsked(true)}
        value={filter.category}
        onChoose={(category) => onChange({ category })}
      />
      <Choice
        {...look('basis-32')}
        label="Status"
        all={isInRow ? 'All statuses' : 'All'}
        options={expenseStatuses.map((value) => ({ value, label: statusWords[value] }))}
        value={filter.status}
        onChoose={(status) => onChange({ status: status as ExpenseStatus | undefined })}
      />
      <FilterDay
        label="From"
        isInRow={isInRow}
        value={filter.from}
        max={filter.to}
        onChange={(from) => onChange({ from })}
      />
      <FilterDay
        label="To"
        isInRow={isInRow}
        value={filter.to}
        min={filter.from}
        onChange={(to) => onChange({ to })}
      />
    </>
  );
}

const statusWords: Record<ExpenseStatus, string> = {
  open: 'Open',
  settled: 'Settled',
  deleted: 'Deleted',
};

const everything = '*';

/** One of some, or all; an address may name one that is not among them. */
function Choice<Value extends string>({
  all,
  options,
  unknown = 'Other',
  onAsk,
  value,
  onChoose,
  ...select
}: Pick<SelectProps<string>, 'label' | 'isLabelHidden' | 'look' | 'className'> & {
  all: string;
  options: readonly { value: Value; label: string }[];
  unknown?: string | undefined;
  /** The pointer or the focus is on it. */
  onAsk?: (() => void) | undefined;
  value: Value | undefined;
  onChoose: (value: Value | undefined) => void;
}) {
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return (
    <Select<Value | typeof everything>
      {...select}
      onPointerEnter={onAsk}
      onFocus={onAsk}
      options={[
        { value: everything, label: all },
        ...(isKnown ? [] : [{ value, label: unknown }]),
        ...options,
      ]}
      value={value ?? everything}
      onValueChange={(chosen) => onChoose(chosen === everything ? undefined : chosen)}
    />
  );
}

function FilterDay({
  label,
  isInRow,
  value,
  min = '1900-01-01',
  max = '9999-12-30',
  onChange,
}: {
  label: string;
  isInRow: boolean;
  value: Day | undefined;
  min?: Day | undefined;
  max?: Day | undefined;
  onChange: (day: Day | undefined) => void;
}) {
  return (
    <div className={clsx(isInRow && 'flex items-center gap-2')}>
      {isInRow && (
        <span aria-hidden="true" className="text-third">
          {label}
        </span>
      )}
      <DateField
        label={label}
        isLabelHidden={isInRow}
        value={value ?? ''}
        min={min}
        max={max}
        onValueChange={(day) => {
          // A year is typed digit by digit: what is no day to filter by yet is none.
          if (day === '') onChange(undefined);
          else if (day >= '1900-01-01' && day <= '9999-12-30') onChange(day);
        }}
      />
    </div>
  );
}
