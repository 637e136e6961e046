import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import type { Id } from '#kit/id.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import {
  OverlayHost,
  type ScreenOverlayProps,
  useCloseWhenMissing,
} from '#web/screen/overlays.tsx';
import { useInitial } from '#web/screen/use-initial.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { OpenExpense } from '../expense.ts';
import { noFilter, pickFilter } from './list/filter.ts';
import { expenseQuery } from './queries.ts';
import type { ExpenseDialog, ExpensesSearch } from './search.ts';
import { useExpenseRights } from './use-expense-rights.ts';
import type { ExpensesAddress } from './use-expenses-address.ts';

const ExpensePanel = lazyNamed(() => import('./panel/expense-panel.tsx'), 'ExpensePanel');
const SettleUpPanel = lazyNamed(() => import('./balances/settle-up-panel.tsx'), 'SettleUpPanel');
const BalancePanel = lazyNamed(() => import('./balances/balance-panel.tsx'), 'BalancePanel');
const RecurringPanel = lazyNamed(() => import('./recurring/recurring-panel.tsx'), 'RecurringPanel');
const EditRecurringDialog = lazyNamed(
  () => import('./recurring/edit-recurring-dialog.tsx'),
  'EditRecurringDialog',
);
const StopRecurringDialog = lazyNamed(
  () => import('./recurring/stop-recurring-dialog.tsx'),
  'StopRecurringDialog',
);
const HistoryDialog = lazyNamed(() => import('./panel/history-dialog.tsx'), 'HistoryDialog');
const DuplicateExpenseDialog = lazyNamed(
  () => import('./panel/duplicate-expense-dialog.tsx'),
  'DuplicateExpenseDialog',
);
const CorrectExpenseDialog = lazyNamed(
  () => import('./correct/correct-expense-dialog.tsx'),
  'CorrectExpenseDialog',
);
const MoneyBackDialog = lazyNamed(
  () => import('./money-back/money-back-dialog.tsx'),
  'MoneyBackDialog',
);
const ReverseMoneyBackDialog = lazyNamed(
  () => import('./money-back/reverse-money-back-dialog.tsx'),
  'ReverseMoneyBackDialog',
);
const SettleManyDialog = lazyNamed(
  () => import('./settle/settle-many-dialog.tsx'),
  'SettleManyDialog',
);
const DeleteExpenseDialog = lazyNamed(
  () => import('./panel/delete-expense-dialog.tsx'),
  'DeleteExpenseDialog',
);

type Props = ScreenOverlayProps<ExpensesSearch> & { address: ExpensesAddress };

const panels = {
  expense: ({ search: { expense }, address, ...overlay }: Props) =>
    expense && <ExpensePanel {...overlay} expenseId={expense} handlers={address} />,
};

const sidePanels: Record<NonNullable<ExpensesSearch['panel']>, ComponentType<Props>> = {
  'settle-up': ({ search, address, ...overlay }) => (
    <SettleUpPanel
      {...overlay}
      member={search.member}
      onWhy={address.showBalance}
      onSettleAll={() => address.ask('settle-all')}
    />
  ),
  balance: ({ search: { member }, address, ...overlay }) =>
    member && (
      <BalancePanel
        {...overlay}
        member={member}
        onView={address.view}
        onSettleUp={address.showSettleUp}
      />
    ),
  recurring: ({ search: _search, address, ...overlay }) => (
    <RecurringPanel {...overlay} ask={address.ask} />
  ),
};

const overrideDialogs = withOpenExpense(
  lazyNamed(() => import('./overrides/override-dialogs.tsx'), 'OverrideDialogs'),
);

const dialogs: Record<ExpenseDialog, ComponentType<Props>> = {
  create: lazyNamed(() => import('./form/create-expense-dialog.tsx'), 'CreateExpenseDialog'),
  filters: lazyNamed(() => import('./list/filters-dialog.tsx'), 'FiltersDialog'),
  history: ({ search: { subject }, ...overlay }) =>
    subject && <HistoryDialog {...overlay} expenseId={subject} />,
  duplicate: ({ search: { subject }, ...overlay }) =>
    subject && <DuplicateExpenseDialog {...overlay} expenseId={subject} />,
  'edit-recurring': ({ search: { part }, ...overlay }) =>
    part && <EditRecurringDialog {...overlay} recurringId={part as Id<'recurring'>} />,
  'stop-recurring': ({ search: { part }, ...overlay }) =>
    part && <StopRecurringDialog {...overlay} recurringId={part as Id<'recurring'>} />,
  correct: ({ search: { subject }, address, ...overlay }) =>
    subject && (
      <CorrectExpenseDialog {...overlay} expenseId={subject} onCorrected={address.showCorrected} />
    ),
  'money-back': ({ search: { subject }, ...overlay }) =>
    subject && <MoneyBackDialog {...overlay} expenseId={subject} />,
  'reverse-money-back': ({ search: { subject }, ...overlay }) =>
    subject && <ReverseMoneyBackDialog {...overlay} expenseId={subject} />,
  'settle-shown': ({ search, ...overlay }) => (
    <SettleManyDialog {...overlay} filter={pickFilter(search)} />
  ),
  'settle-all': (overlay) => <SettleManyDialog {...overlay} filter={noFilter} />,
  edit: withOpenExpense(
    lazyNamed(() => import('./form/edit-expense-dialog.tsx'), 'EditExpenseDialog'),
  ),
  settle: withOpenExpense(
    lazyNamed(() => import('./settle/settle-expense-dialog.tsx'), 'SettleExpenseDialog'),
  ),
  delete: withOpenExpense(({ expense, address, ...overlay }) => (
    <DeleteExpenseDialog
      {...overlay}
      expense={expense}
      onDeleted={() => address.closeDialogAndExpense(expense.id)}
    />
  )),
  'add-override': overrideDialogs,
  'manual-override': overrideDialogs,
  'update-override': overrideDialogs,
  'delete-override': overrideDialogs,
};

/** The panels and dialogs of the expenses. */
export function ExpenseOverlays({ address }: { address: ExpensesAddress }) {
  const { search, closePanel, closeDialog } = address;
  return (
    <OverlayHost
      panels={[
        { overlays: panels, openName: search.expense && 'expense', onClose: closePanel },
        // An expense's panel takes precedence if an address has both.
        {
          overlays: sidePanels,
          openName: search.expense ? undefined : search.panel,
          onClose: closePanel,
        },
      ]}
      dialogs={[{ overlays: dialogs, openName: search.dialog, onClose: closeDialog }]}
      search={search}
      context={{ address }}
    />
  );
}

/**
 * A dialog for the open expense in the address. Closes if there is no such expense, and with the
 * reason if the member may not do this to it.
 */
function withOpenExpense(Dialog: ComponentType<Props & { expense: OpenExpense }>) {
  function LoadExpense({ expenseId, ...overlay }: Props & { expenseId: Id<'expense'> }) {
    const client = useQueryClient();
    const query = useQuery({ ...expenseQuery(client, expenseId), enabled: overlay.open });
    const expense = useLastOpen(query.data);
    const isFinal = query.isError || query.data?.status === 'settled';
    useCloseWhenMissing(isFinal && !expense, overlay);
    const rights = useExpenseRights();
    const isToSettle = overlay.search.dialog === 'settle';
    const reasonAgainst = isToSettle ? rights.reasonAgainstSettling : rights.reasonAgainstWriting;
    // Checked once on opening, so that a later change of rights does not discard the input.
    const decided = useInitial(expense && { reason: reasonAgainst(expense) });
    const reason = decided?.reason;
    useCloseWhenMissing(reason !== undefined, overlay, () => toast.error(reason ?? ''));
    return expense && reason === undefined && <Dialog {...overlay} expense={expense} />;
  }
  return function OpenExpenseDialog(overlay: Props) {
    const { subject } = overlay.search;
    return subject && <LoadExpense {...overlay} expenseId={subject} />;
  };
}

/** The last version that was open, which a dialog shows while its own write settles the expense. */
function useLastOpen(expense: OpenExpense | { status: 'settled' } | undefined) {
  const [last, setLast] = useState<OpenExpense>();
  const next = expense?.status === 'open' ? expense : last;
  if (next !== last) setLast(next);
  return next;
}
