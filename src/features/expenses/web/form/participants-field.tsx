import { useEffect, useRef } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { toMemberNames } from '#features/members/web/shared/use-member-names.ts';
import type { Id } from '#kit/id.ts';
import { cents, centsFromTyped, centsToText, formatMoney } from '#kit/money.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Checklist } from '#web/ui/fields/checklist.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { OverrideFields } from '../../expense.ts';
import type { Person } from '../people.ts';
import type { ExpenseForm } from './expense-form.ts';
import { type FormPeople, useFormPeople } from './form-people.ts';
import { PreviewedShare } from './previewed-share.tsx';
import { previewShares, type SharePreview } from './share-preview.ts';

type ParticipantsProps = {
  people: readonly Person[];
  expenseId: Id<'expense'>;
  overrides: readonly OverrideFields[];
};

/** The participants of the expense, with a preview of their shares. */
export function ParticipantsField({ people: known, expenseId, overrides }: ParticipantsProps) {
  const { people, formatLabel, isFailed, isFetching, retry } = useFormPeople(known);
  useEffect(() => {
    if (isFailed) toast.error('Failed to load users');
  }, [isFailed]);
  if (people) {
    return <Participants {...{ people, formatLabel, expenseId, overrides }} />;
  }
  if (isFailed) {
    return (
      <ErrorState title="Couldn't load members." onRetry={retry} isRetrying={isFetching}>
        Your changes are still here.
      </ErrorState>
    );
  }
  return (
    <Loading label="Loading users...">
      <Skeleton className="mb-2 h-4 w-24" />
      <Skeleton className="h-64 w-full" />
    </Loading>
  );
}

function Participants({
  people,
  formatLabel,
  expenseId,
  overrides,
}: ParticipantsProps & Pick<FormPeople, 'formatLabel'>) {
  const { field, fieldState } = useController<ExpenseForm, 'participants'>({
    name: 'participants',
  });
  const amount = useWatch<ExpenseForm, 'amount'>({ name: 'amount' });
  const names = toMemberNames(people);
  const preview = previewShares(expenseId, amount, field.value, overrides, names);
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={(element) => {
        frame.current = element;
        // The list is not a single control, so an error focuses its filter.
        field.ref({ focus: () => frame.current?.querySelector('input')?.focus() });
      }}
      onBlur={field.onBlur}
    >
      <Checklist
        label="Participants"
        required
        options={people.map((person) => ({
          id: person.id,
          label: formatLabel(person),
          start: <Avatar id={person.id} name={person.name} />,
          end: <PreviewedShare id={person.id} preview={preview} />,
        }))}
        selected={field.value}
        onSelectedChange={field.onChange}
        help={preview && !preview.isRefused && preview.words}
        error={fieldState.error?.message ?? (preview?.isRefused ? `${preview.words}.` : undefined)}
      />
      <FittingAmount amount={amount} preview={preview} />
    </div>
  );
}

/** Offers the amount that the overrides fit, if they do not fit the current one. */
function FittingAmount({ amount, preview }: { amount: string; preview: SharePreview | undefined }) {
  const { setValue } = useFormContext<ExpenseForm>();
  const typed = centsFromTyped(amount);
  if (typed === undefined || preview?.difference === undefined) return null;
  const fitting = cents(typed + preview.difference);
  return (
    <TextButton
      className="mt-1 text-xs font-medium"
      onClick={() => setValue('amount', centsToText(fitting), { shouldValidate: true })}
    >
      Set the amount to {formatMoney(fitting)} instead
    </TextButton>
  );
}
