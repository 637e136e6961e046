import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { standingsQuery } from '#features/expenses/web/queries.ts';
import { membersQuery } from '#features/members/web/queries.ts';
import type { Day } from '#kit/day.ts';
import { methodNames, paymentMethods } from '#kit/payment-methods.ts';
import { useSession } from '#web/api/session.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { HowToPayDisclosure } from './how-to-pay-disclosure.tsx';
import type { FormProblems, PaymentForm } from './payment-form.ts';
import type { SearchSide } from './search.ts';

type FieldsProps = {
  form: PaymentForm;
  problems: FormProblems;
  today: Day;
  /** A treasurer chooses both sides; a member says what they paid or received. */
  isKeeper: boolean;
  onChange: (changes: Partial<PaymentForm>) => void;
};

/** The fields of a new payment, in the order in which the first invalid one is focused. */
export function PaymentFields({
  form,
  problems,
  today,
  isKeeper,
  amount,
  onChange,
}: FieldsProps & { amount: RefObject<HTMLInputElement | null> }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      {isKeeper ? (
        <>
          <SideField field="from" label="Who Paid" {...{ form, problems, onChange }} />
          <SideField field="to" label="Who Was Paid" {...{ form, problems, onChange }} />
        </>
      ) : (
        <OwnSides {...{ form, problems, onChange }} />
      )}
      {form.to === 'chapter' && <HowToPayDisclosure className="sm:col-span-2" />}
      <MoneyField
        ref={amount}
        name="amount"
        label="Amount"
        required
        value={form.amount}
        onChange={(event) => onChange({ amount: event.target.value })}
        error={problems.amount}
      />
      <DateField
        name="paidOn"
        label="Day"
        required
        value={form.paidOn}
        max={today}
        onValueChange={(paidOn) => onChange({ paidOn })}
        error={problems.paidOn}
      />
      <Select
        name="method"
        label="How"
        value={form.method}
        options={paymentMethods.map((value) => ({ value, label: methodNames[value] }))}
        onValueChange={(method) => onChange({ method })}
      />
      <TextField
        name="reference"
        label="Reference"
        autoComplete="off"
        value={form.reference}
        onChange={(event) => onChange({ reference: event.target.value })}
        help="A check number, for example."
        error={problems.reference}
      />
      <TextArea
        name="note"
        label="Note"
        rows={2}
        value={form.note}
        onChange={(event) => onChange({ note: event.target.value })}
        error={problems.note}
        className="sm:col-span-2"
      />
    </div>
  );
}

type SidesProps = Pick<FieldsProps, 'form' | 'problems' | 'onChange'>;

function OwnSides({ form, problems, onChange }: SidesProps) {
  const { me } = useSession();
  const hasPaid = form.from === me.memberId;
  const other = hasPaid ? form.to : form.from;
  return (
    <>
      <div className="sm:col-span-2">
        <Segmented
          label="Direction"
          options={[
            { value: 'paid', label: 'I paid' },
            { value: 'received', label: 'I received' },
          ]}
          value={hasPaid ? 'paid' : 'received'}
          onValueChange={(value) =>
            onChange(
              value === 'paid'
                ? { from: me.memberId, to: other }
                : { from: other, to: me.memberId },
            )
          }
        />
      </div>
      <SideField
        field={hasPaid ? 'to' : 'from'}
        label={hasPaid ? 'Paid To' : 'Received From'}
        excluded={me.memberId}
        className="sm:col-span-2"
        {...{ form, problems, onChange }}
      />
    </>
  );
}

function SideField({
  field,
  label,
  excluded,
  className,
  form,
  problems,
  onChange,
}: SidesProps & {
  field: 'from' | 'to';
  label: string;
  excluded?: SearchSide;
  className?: string;
}) {
  const members = useQuery(membersQuery);
  const { chapter } = useSession();
  const standings = useQuery(standingsQuery);
  const people = (members.data?.items ?? []).filter(({ id }) => id !== excluded);
  // Former members are listed among standings until they are even.
  const known = new Set(members.data?.items.map(({ id }) => id));
  const former = members.data
    ? (standings.data?.items ?? []).filter((item) => !known.has(item.memberId))
    : [];
  return (
    <Select
      name={field}
      label={label}
      required
      value={form[field] || null}
      placeholder="Choose"
      options={[
        { value: 'chapter', label: `The chapter (${chapter.name})` },
        ...people.map(({ id, displayName }) => ({ value: id, label: displayName })),
        ...former.map(({ memberId, name }) => ({ value: memberId, label: `${name} (left)` })),
      ]}
      onValueChange={(value) => onChange({ [field]: value as SearchSide })}
      help={
        members.isError && (
          <>
            Couldn't load members.{' '}
            <TextButton onClick={() => void members.refetch()} className="font-medium">
              Retry
            </TextButton>
          </>
        )
      }
      error={problems[field]}
      className={className}
    />
  );
}
