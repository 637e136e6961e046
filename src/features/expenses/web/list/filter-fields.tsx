import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useState } from 'react';
import type { Day } from '#kit/day.ts';
import { useSession } from '#web/api/session.ts';
import { useToday } from '#web/screen/use-today.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { Select, type SelectProps } from '#web/ui/fields/select.tsx';
import {
  type ExpenseStatus,
  expenseStatuses,
  type ReceiptFilter,
  receiptFilters,
} from '../../listing/listing.ts';
import { categoriesQuery } from '../categories-query.ts';
import type { ExpenseFilter } from '../search.ts';
import { type DayPreset, dayPresets, findPreset, toDays } from './day-presets.ts';
import { usePeople } from './use-people.ts';

export type FilterFieldsProps = {
  filter: ExpenseFilter;
  onChange: (changes: ExpenseFilter) => void;
  /** In a row above the list, with labels hidden; the first choice names the filter. */
  isInRow?: boolean | undefined;
};

/** Payer, participant, category, status, receipts and days, the latter also as a usual period. */
export function FilterFields({ filter, onChange, isInRow = false }: FilterFieldsProps) {
  const { me } = useSession();
  const today = useToday();
  const period = findPreset(filter, today);
  // Above the list, categories are loaded only when the user is about to choose one.
  const [isRequested, setIsRequested] = useState(!isInRow);
  const categories = useQuery({ ...categoriesQuery, enabled: isRequested });
  const people = usePeople().map(({ id, name }) => ({
    value: id,
    label: id === me.memberId ? `${name} (you)` : name,
  }));
  const names = (categories.data ?? []).map((name) => ({ value: name, label: name }));
  // At least as wide as the first choice, and together as wide as there is room. By default, most
  // browsers make a select as wide as its longest option.
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
        onIntent={() => setIsRequested(true)}
        value={filter.category}
        onChoose={(category) => onChange({ category })}
      />
      <Choice
        {...look('basis-32')}
        label="Status"
        all={isInRow ? 'All statuses' : 'All'}
        options={expenseStatuses.map((value) => ({ value, label: statusLabels[value] }))}
        value={filter.status}
        onChoose={(status) => onChange({ status: status as ExpenseStatus | undefined })}
      />
      {!isInRow && <ReceiptsChoice filter={filter} onChange={onChange} />}
      <Choice
        {...look('basis-30')}
        label="Period"
        all={dayPresets.all}
        options={periods}
        unknown="Other days"
        value={period === 'all' ? undefined : (period ?? 'other')}
        onChoose={(chosen) => {
          if (chosen !== 'other') onChange(toDays(chosen ?? 'all', today));
        }}
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

/** Apart, because above the list it stands beside the search, where there is room for it. */
export function ReceiptsChoice({ filter, onChange, isInRow = false }: FilterFieldsProps) {
  return (
    <Choice
      label="Receipts"
      isLabelHidden={isInRow}
      look={isInRow ? 'toolbar' : 'field'}
      all="Any receipts"
      options={receiptFilters.map((value) => ({ value, label: receiptLabels[value] }))}
      value={filter.receipts}
      onChoose={(receipts) => onChange({ receipts })}
    />
  );
}

const periods: { value: DayPreset | 'other'; label: string }[] = Object.entries(dayPresets)
  .filter(([value]) => value !== 'all')
  .map(([value, label]) => ({ value: value as DayPreset, label }));

const statusLabels: Record<ExpenseStatus, string> = {
  open: 'Open',
  settled: 'Settled',
  deleted: 'Deleted',
};

const receiptLabels: Record<ReceiptFilter, string> = {
  none: 'No receipt',
  some: 'With receipts',
};

const allValue = '*';

/** A select with an option for all. The address may contain a value that is not an option. */
function Choice<Value extends string>({
  all,
  options,
  unknown = 'Other',
  onIntent,
  value,
  onChoose,
  ...select
}: Pick<SelectProps<string>, 'label' | 'isLabelHidden' | 'look' | 'className'> & {
  all: string;
  options: readonly { value: Value; label: string }[];
  unknown?: string | undefined;
  /** The pointer or the focus entered the select. */
  onIntent?: (() => void) | undefined;
  value: Value | undefined;
  onChoose: (value: Value | undefined) => void;
}) {
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return (
    <Select<Value | typeof allValue>
      {...select}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      options={[
        { value: allValue, label: all },
        ...(isKnown ? [] : [{ value, label: unknown }]),
        ...options,
      ]}
      value={value ?? allValue}
      onValueChange={(chosen) => onChoose(chosen === allValue ? undefined : chosen)}
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
          // While the year is being entered digit by digit, the day may be out of range.
          if (day === '') onChange(undefined);
          else if (day >= '1900-01-01' && day <= '9999-12-30') onChange(day);
        }}
      />
    </div>
  );
}
