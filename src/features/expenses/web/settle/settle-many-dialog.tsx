import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { toMemberNames } from '#features/members/web/shared/use-member-names.ts';
import { plural } from '#kit/counts.ts';
import { formatShortDate } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { formatMoney, sumCents } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { MoneyButton } from '#web/ui/actions/money-button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Checklist } from '#web/ui/fields/checklist.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { OpenExpense } from '../../expense.ts';
import { settlingRecordsPayments } from '../../settling/paid-outside.ts';
import { shortNames, toPayerName } from '../people.ts';
import type { ExpenseFilter } from '../search.ts';
import { useExpenseRights } from '../use-expense-rights.ts';
import { maxExpenses, type Outcome, toSettleQuery, useSettleExpenses } from './settle-many.ts';
import { SettlementEffect } from './settlement-effect.tsx';
import { usePaidOutside } from './use-paid-outside.tsx';

/** Selects the open expenses to settle and says what settling them does to every standing. */
export function SettleManyDialog({
  filter,
  open,
  onClose,
}: OverlayProps & {
  filter: ExpenseFilter;
}) {
  const list = useQuery({ ...toSettleQuery(filter), enabled: open });
  const settle = useSettleExpenses();
  const reasonId = useId();
  const [chosen, setChosen] = useState<readonly Id<'expense'>[]>([]);
  const found = list.data?.expenses.items.filter((expense) => expense.status === 'open') ?? [];
  const unsettled = found.filter(({ id }) => !settle.data?.settled.includes(id));
  const { reasonAgainstSettling } = useExpenseRights();
  const expenses = unsettled.filter((expense) => reasonAgainstSettling(expense) === undefined);
  const forTreasurer = unsettled.length - expenses.length;
  const selected = expenses.filter(({ id }) => chosen.includes(id));
  const form = usePaidOutside(selected);
  const confirm = useSubmitOnce(
    async () => {
      const { settled, unsettled } = await settle.mutateAsync({
        expenses: selected,
        toBody: form.toBody,
      });
      if (unsettled.length > 0) throw new Error('not all expenses were settled');
      toast.success(
        settled.length === 1
          ? 'Expense settled successfully'
          : `${settled.length} expenses settled successfully`,
      );
      onClose();
    },
    // Failures are shown in the dialog for each expense.
    () => {},
  );
  const names = toMemberNames(list.data?.participants);
  const more = (list.data?.expenses.totalCount ?? 0) - maxExpenses;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Settle Expenses"
      description={
        selected.length === 0
          ? 'Choose the expenses to mark as settled. This cannot be undone. You can correct them later.'
          : 'Are you sure you want to settle these expenses? They will be marked as settled, which cannot be undone. You can correct them later.'
      }
      isBusy={settle.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (selected.length > 0 && form.check()) confirm();
      }}
      // A note is of no use with nothing left to settle.
      isChanged={expenses.length > 0 && (form.isTyped || (chosen.length > 0 && !settle.data))}
      footer={
        <>
          <DialogClose disabled={settle.isPending} />
          {selected.length === 0 && expenses.length > 0 && (
            <p
              id={reasonId}
              className="self-center text-third max-sm:order-first max-sm:basis-full!"
            >
              Choose what to settle.
            </p>
          )}
          <MoneyButton
            type="submit"
            variant="primary"
            disabled={selected.length === 0}
            aria-describedby={selected.length === 0 ? reasonId : undefined}
            isBusy={settle.isPending}
            busyLabel={`Settling ${settle.doneCount + 1} of ${settle.variables?.expenses.length ?? 0}...`}
          >
            {selected.length === 0
              ? 'Settle Expenses'
              : `Settle ${plural(selected.length, 'Expense')}`}
          </MoneyButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {/* Also if the last attempt left nothing to settle. */}
        {settle.data && !settle.isPending && (
          <SettleOutcome outcome={settle.data} onRecordAnyway={form.allowDuplicates} />
        )}
        {expenses.length > 0 ? (
          <>
            {forTreasurer > 0 && <Notice>{describeForTreasurer(forTreasurer)}</Notice>}
            {more > 0 && (
              <Notice>
                Showing the first {maxExpenses}. {more} more can be settled afterward.
              </Notice>
            )}
            <OpenExpenses
              expenses={expenses}
              names={shortNames(list.data?.participants ?? [])}
              selected={selected}
              onSelect={setChosen}
              // A change during settling would come too late.
              isDisabled={settle.isPending}
            />
            <SettlementEffect expenses={selected} names={names} form={form} />
          </>
        ) : list.isError ? (
          <QueryFailure title="Failed to load expenses" query={list} />
        ) : list.data ? (
          <EmptyState title="Nothing to settle">
            {forTreasurer > 0
              ? describeForTreasurer(forTreasurer)
              : 'None of these expenses is open.'}
          </EmptyState>
        ) : (
          <LoadingRows label="Loading expenses..." rows={4} />
        )}
      </div>
    </Dialog>
  );
}

function describeForTreasurer(count: number): string {
  const verb = count === 1 ? 'needs' : 'need';
  return `${plural(count, 'open expense')} ${verb} a treasurer or an admin to settle.`;
}

function OpenExpenses({
  expenses,
  names,
  selected,
  onSelect,
  isDisabled,
}: {
  expenses: readonly OpenExpense[];
  names: ReadonlyMap<Id<'member'>, string>;
  selected: readonly OpenExpense[];
  onSelect: (ids: readonly Id<'expense'>[]) => void;
  isDisabled: boolean;
}) {
  const { me, chapter } = useSession();
  const total = sumCents(selected.map(({ amount }) => amount));
  return (
    // The details have a line of their own below the title.
    <fieldset
      disabled={isDisabled}
      className="min-w-0 [&_label]:flex-wrap [&_label]:gap-y-0 [&_label]:py-1.5"
    >
      <Checklist
        label="Open expenses"
        filterPlaceholder="Filter by title"
        noMatch="Nothing"
        options={expenses.map((expense) => ({
          id: expense.id,
          label: expense.title,
          end: (
            <span className="flex basis-full items-baseline justify-between gap-3 pl-7">
              <span className="min-w-0 text-xs text-third wrap-anywhere">
                {[
                  formatShortDate(expense.expenseDate, chapter.timeZone),
                  toPayerName(expense, names, me.memberId) ?? 'even split',
                  expense.useWalletTransactions ? 'wallets' : 'outside',
                ].join(' · ')}
              </span>
              <Money cents={expense.amount} />
            </span>
          ),
        }))}
        selected={selected.map(({ id }) => id)}
        onSelectedChange={onSelect}
        help={[`Total ${formatMoney(total)}.`, ...describeWays(expenses)].join(' ')}
      />
    </fieldset>
  );
}

/** What the words beside the expenses mean. */
function describeWays(expenses: readonly OpenExpense[]): string[] {
  return [
    ...(expenses.some((expense) => expense.useWalletTransactions)
      ? ["Wallets: settling charges the shares to members' wallets."]
      : []),
    ...(expenses.some(settlingRecordsPayments)
      ? ['Outside: settling records who paid whom another way, such as in cash.']
      : []),
  ];
}

const maxNamed = 5;

/** The result of the last attempt: how many were settled, and why the others were not. */
function SettleOutcome({
  outcome,
  onRecordAnyway,
}: {
  outcome: Outcome;
  onRecordAnyway: () => void;
}) {
  const { settled, unsettled, isCutOff } = outcome;
  if (unsettled.length === 0) return null;
  const rest = unsettled.length - maxNamed;
  return (
    <Notice tone="error">
      <p className="font-medium">
        {settled.length === 0 ? 'Nothing was settled.' : `${settled.length} settled.`}{' '}
        {isCutOff ? 'Stopped at:' : `${unsettled.length} not settled:`}
      </p>
      <ul>
        {unsettled.slice(0, maxNamed).map(({ expense, reason }) => (
          <li key={expense.id} className="wrap-anywhere">
            "{expense.title}": {reason}
          </li>
        ))}
      </ul>
      {rest > 0 && <p>And {rest} more.</p>}
      {unsettled.some(({ mayRepeat }) => mayRepeat) && (
        <Checkbox
          label="Record Anyway"
          description="They are other payments."
          onChange={onRecordAnyway}
        />
      )}
    </Notice>
  );
}
