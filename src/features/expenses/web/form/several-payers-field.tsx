import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Id } from '#kit/id.ts';
import {
  type Cents,
  cents,
  centsFromTyped,
  centsToText,
  formatMoney,
  zeroCents,
} from '#kit/money.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Combobox } from '#web/ui/fields/combobox.tsx';
import { FieldNotes } from '#web/ui/fields/field.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import type { ExpenseForm } from './expense-form.ts';
import type { FormPeople } from './form-people.ts';
import { useDollarText } from './original-fields.tsx';
import {
  adjustRows,
  canAddPayer,
  findPayersProblem,
  findRest,
  type PayerInput,
} from './payers-input.ts';

/** Several people and what each paid. An empty amount takes what the others leave. */
export function SeveralPayersField({
  form,
  expenseId,
  hasFocus,
  onOnePayer,
}: {
  form: FormPeople;
  expenseId: Id<'expense'>;
  /** The first amount is what is typed next. */
  hasFocus: boolean;
  onOnePayer: () => void;
}) {
  const { field, fieldState } = useController<ExpenseForm, 'payers'>({ name: 'payers' });
  const total = centsFromTyped(useDollarText());
  // Only a row added here takes the focus, not those of a form that opens with rows.
  const [added, setAdded] = useState(-1);
  // What is typed stays with its row when another one is removed.
  const [keys, setKeys] = useState<readonly number[]>(() => field.value.rows.map((_, row) => row));
  const id = useId();
  const { rows } = field.value;
  const setRows = (changed: PayerInput[]) => field.onChange({ ...field.value, rows: changed });
  const rest = findRest(rows, total ?? zeroCents);
  const current = findPayersProblem(rows, total);
  const problem = fieldState.error && current;
  // A refused form puts the focus on what is refused.
  const refFor = (index: number, part: 'memberId' | 'amountPaid') =>
    index === (current?.row ?? 0) && part === (current?.field ?? 'amountPaid')
      ? field.ref
      : undefined;
  const adjusted = total === undefined ? undefined : adjustRows(expenseId, rows, total);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 sm:col-span-2" aria-describedby={`${id}-help`}>
      <div className="flex items-baseline justify-between gap-3">
        <legend className="float-left font-medium text-ink">Paid By *</legend>
        <TextButton className="text-xs" onClick={onOnePayer}>
          One Person Paid
        </TextButton>
      </div>
      {rows.map((row, index) => {
        const name = form.people?.find(({ id: each }) => each === row.memberId)?.name;
        const errorOf = (part: 'memberId' | 'amountPaid') =>
          problem?.row === index && problem.field === part ? problem.message : undefined;
        return (
          <div key={keys[index] ?? `row ${index}`} className="flex items-start gap-2">
            <Combobox
              ref={refFor(index, 'memberId')}
              label={`Payer ${index + 1}`}
              isLabelHidden
              required
              options={form.payers.map((person) => ({
                value: person.id,
                label: form.formatLabel(person),
                start: <Avatar id={person.id} name={person.name} />,
              }))}
              value={row.memberId}
              onValueChange={(memberId) => setRows(rows.with(index, { ...row, memberId }))}
              onBlur={field.onBlur}
              placeholder="Choose who paid"
              noMatch="No one has this name."
              error={errorOf('memberId')}
              className="flex-1"
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={index === added}
            />
            <MoneyField
              ref={refFor(index, 'amountPaid')}
              label={name ? `Paid by ${name}` : `Paid by payer ${index + 1}`}
              isLabelHidden
              placeholder={
                index === rest.row && rest.amount > 0 ? centsToText(rest.amount) : '0.00'
              }
              value={row.amountPaid}
              onChange={(event) =>
                setRows(rows.with(index, { ...row, amountPaid: event.target.value }))
              }
              onBlur={field.onBlur}
              error={errorOf('amountPaid')}
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={hasFocus && index === 0}
              className="w-32"
            />
            <IconButton
              label={name ? `Remove ${name}` : `Remove payer ${index + 1}`}
              icon={<X />}
              disabled={rows.length <= 2}
              onClick={() => {
                setKeys(keys.filter((_, place) => place !== index));
                setRows(rows.filter((_, place) => place !== index));
              }}
            />
          </div>
        );
      })}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {canAddPayer(rows) && (
          <TextButton
            className="flex items-center gap-1.5 text-xs font-medium"
            onClick={() => {
              setAdded(rows.length);
              setKeys([...keys, Math.max(-1, ...keys) + 1]);
              setRows([...rows, { memberId: null, amountPaid: '' }]);
            }}
          >
            <Plus aria-hidden="true" className="size-3.5" />
            Add a Payer
          </TextButton>
        )}
        {adjusted && total !== undefined && (
          <TextButton className="text-xs font-medium" onClick={() => setRows(adjusted)}>
            Adjust to {formatMoney(total)}
          </TextButton>
        )}
      </div>
      <FieldNotes
        id={id}
        help={describeRest(rows, total)}
        error={problem && problem.row === undefined ? problem.message : undefined}
      />
    </fieldset>
  );
}

/** How far the amounts are from the total. */
function describeRest(rows: readonly PayerInput[], total: Cents | undefined): string {
  if (total === undefined || total <= 0) return 'Enter the amount of the expense first.';
  const { row, amount } = findRest(rows, total);
  if (amount < 0) return `${formatMoney(cents(-amount))} more than ${formatMoney(total)}.`;
  if (amount === 0) return `Adds up to ${formatMoney(total)}.`;
  const left = `${formatMoney(amount)} of ${formatMoney(total)} left`;
  return row < 0 ? `${left}.` : `${left}; it goes to the last empty amount.`;
}
