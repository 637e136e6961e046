import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { groupsQuery } from '#features/members/web/queries.ts';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/api/session.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { ChipsField } from '#web/ui/fields/chips-field.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/error-state.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { expenseCalls } from '../../contract.ts';
import type { Person } from '../people.ts';
import type { ExpenseForm } from './expense-form.ts';
import { type FormPeople, useFormPeople } from './form-people.ts';
import { GroupChoices } from './group-choices.tsx';
import { SharesField } from './shares-field.tsx';
import type { StoredShares } from './shares-input.ts';

type ParticipantsProps = {
  people: readonly Person[];
  expenseId: Id<'expense'>;
  /** Of an existing expense. */
  stored: StoredShares | undefined;
};

/** The participants of the expense and their shares. */
export function ParticipantsField({ people: known, expenseId, stored }: ParticipantsProps) {
  const { people, formatLabel, isFailed, isFetching, retry } = useFormPeople(known);
  // Shown together, so that nothing moves when the groups arrive.
  const { isPending: areGroupsPending } = useQuery(groupsQuery);
  useEffect(() => {
    if (isFailed) toast.error('Failed to load users');
  }, [isFailed]);
  if (people && !areGroupsPending) {
    return (
      <div className="flex flex-col gap-2.5 sm:gap-3">
        <Participants people={people} formatLabel={formatLabel} />
        <SharesField people={people} expenseId={expenseId} stored={stored} />
      </div>
    );
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
      {/* As high as what comes, so that no field moves away from under a press. */}
      <div className="flex h-42 flex-col gap-2 pointer-coarse:h-44">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="mt-8 h-9 w-full" />
      </div>
    </Loading>
  );
}

function Participants({
  people,
  formatLabel,
}: Pick<FormPeople, 'formatLabel'> & { people: readonly Person[] }) {
  const { field, fieldState } = useController<ExpenseForm, 'participants'>({
    name: 'participants',
  });
  const everyone = people.map(({ id }) => id);
  return (
    <ChipsField
      ref={field.ref}
      label="Participants"
      required
      options={people.map((person) => ({
        value: person.id,
        label: formatLabel(person),
        start: <Avatar id={person.id} name={person.name} className="size-5!" />,
      }))}
      selected={field.value}
      onSelectedChange={field.onChange}
      onBlur={field.onBlur}
      placeholder="Type a name"
      noMatch="No one else has this name."
      error={fieldState.error?.message}
      actions={
        <>
          {field.value.length < everyone.length && (
            <TextButton className="font-medium" onClick={() => field.onChange(everyone)}>
              Everyone
            </TextButton>
          )}
          <AsLastTime everyone={everyone} />
          <GroupChoices selected={field.value} onSelectedChange={field.onChange} />
          {field.value.length > 0 && (
            <TextButton className="font-medium" onClick={() => field.onChange([])}>
              Clear
            </TextButton>
          )}
        </>
      }
    />
  );
}

/** Chooses the participants of the user's latest expense. */
function AsLastTime({ everyone }: { everyone: readonly Id<'member'>[] }) {
  const { memberId } = useSession().me;
  const { getValues, setValue } = useFormContext<ExpenseForm>();
  const repeat = useMutation({
    mutationFn: async () => {
      const query = { participantId: memberId, take: 1 };
      const before = getValues('participants');
      const { expenses } = await call(expenseCalls.list, { query });
      // What was chosen meanwhile is newer than this press.
      if (getValues('participants') !== before) return;
      const last = expenses.items[0]?.participants.filter((id) => everyone.includes(id));
      if (!last) toast.info('You are not part of any expense yet');
      else setValue('participants', last, { shouldDirty: true, shouldValidate: true });
    },
    onError: (error) => toastFailure('Failed to load expenses', error),
  });
  return (
    <TextButton className="font-medium" disabled={repeat.isPending} onClick={() => repeat.mutate()}>
      As Last Time
    </TextButton>
  );
}
