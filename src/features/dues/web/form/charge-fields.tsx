import type { RefObject } from 'react';
import { plural, pluralize } from '#kit/counts.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { lastDueDay } from '../../due-day.ts';
import {
  type ChargeContext,
  type ChargeForm,
  type ChargeProblems,
  findJoiners,
} from './charge-form.ts';
import { ChargeRows } from './charge-rows.tsx';

/** The fields of a new charge, in the order in which the first invalid one is focused. */
export function ChargeFields({
  form,
  context,
  problems,
  title,
  onChange,
}: {
  form: ChargeForm;
  context: ChargeContext;
  problems: ChargeProblems;
  title: RefObject<HTMLInputElement | null>;
  onChange: (changes: Partial<ChargeForm>) => void;
}) {
  const { today } = context;
  const { year, ids } = findJoiners(context);
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <TextField
        ref={title}
        name="title"
        label="Title"
        required
        placeholder="Annual dues"
        autoComplete="off"
        value={form.title}
        onChange={(event) => onChange({ title: event.target.value })}
        error={problems.title}
        className="sm:col-span-2"
      />
      <MoneyField
        name="amount"
        label="Amount"
        required
        value={form.amount}
        onChange={(event) => onChange({ amount: event.target.value })}
        help="For each member"
        error={problems.amount}
      />
      <DateField
        name="dueOn"
        label="Due"
        required
        value={form.dueOn}
        min={today}
        max={lastDueDay(today)}
        onValueChange={(dueOn) => onChange({ dueOn })}
        error={problems.dueOn}
      />
      {year && !form.isLateFee && (
        <Checkbox
          label="Prorate by Month"
          description={`${plural(ids.size, 'member')} who joined in ${year} ${pluralize(ids.size, 'pays', 'pay')} from the month they joined.`}
          checked={form.isProrated}
          onCheckedChange={(isProrated) => onChange({ isProrated })}
          className="sm:col-span-2"
        />
      )}
      <div className="min-w-0 sm:col-span-2">
        <ChargeRows {...{ form, context, problems, onChange }} />
      </div>
      <Disclosure
        summary="More"
        isOpen={problems.category !== undefined || problems.note !== undefined}
        className="sm:col-span-2"
      >
        <div className="flex flex-col gap-4">
          <TextField
            name="category"
            label="Category"
            autoComplete="off"
            value={form.category}
            onChange={(event) => onChange({ category: event.target.value })}
            error={problems.category}
          />
          <TextArea
            name="note"
            label="Note"
            rows={2}
            value={form.note}
            onChange={(event) => onChange({ note: event.target.value })}
            error={problems.note}
          />
        </div>
      </Disclosure>
    </div>
  );
}
