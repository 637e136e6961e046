import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { Id } from '#kit/id.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { useFocusWhenClosed } from '#web/screen/use-focus-when-closed.ts';
import { useLasting } from '#web/screen/use-lasting.ts';
import type { OpenExpense } from '../expense.ts';
import { filterOf, noFilter } from './list/filter.ts';
import { expenseQuery } from './queries.ts';
import { type DialogAbout, dialogsAbout, type ExpenseDialog } from './search.ts';
import type { ExpensesAddress } from './use-expenses-address.ts';

const ExpensePanel = lazyNamed(() => import('./panel/expense-panel.tsx'), 'ExpensePanel');
const CreateExpenseDialog = lazyNamed(
  () => import('./form/create-expense-dialog.tsx'),
  'CreateExpenseDialog',
);
const EditExpenseDialog = lazyNamed(
  () => import('./form/edit-expense-dialog.tsx'),
  'EditExpenseDialog',
);
const SettleExpenseDialog = lazyNamed(
  () => import('./settle/settle-expense-dialog.tsx'),
  'SettleExpenseDialog',
);
const SettleManyDialog = lazyNamed(
  () => import('./settle/settle-many-dialog.tsx'),
  'SettleManyDialog',
);
const DeleteExpenseDialog = lazyNamed(
  () => import('./panel/delete-expense-dialog.tsx'),
  'DeleteExpenseDialog',
);

const OverrideDialogs = lazyNamed(
  () => import('./overrides/override-dialogs.tsx'),
  'OverrideDialogs',
);
const HistoryDialog = lazyNamed(() => import('./panel/history-dialog.tsx'), 'HistoryDialog');
const FiltersDialog = lazyNamed(() => import('./list/filters-dialog.tsx'), 'FiltersDialog');
const SettleUpPanel = lazyNamed(() => import('./balances/settle-up-panel.tsx'), 'SettleUpPanel');
const BalancePanel = lazyNamed(() => import('./balances/balance-panel.tsx'), 'BalancePanel');

/** The panel and the dialogs that the address names, each loaded when it is first asked for. */
export function ExpenseOverlays({ address }: { address: ExpensesAddress }) {
  const { search } = address;
  const panel = useLasting(search.expense);
  // The panel of an expense comes first where a pasted address names both.
  const side = useLasting(search.expense ? undefined : search.panel);
  // Not said is a word too: else the member of the panel before would stay.
  const member =
    useLasting(search.expense ? undefined : search.panel && (search.member ?? ''))?.value ||
    undefined;
  const dialog = useLasting(search.dialog);
  const subject = useLasting(search.dialog && search.subject);
  const part = useLasting(search.dialog && (search.part ?? ''))?.value || undefined;
  // An address can ask for both at once. On a phone both are modal, and the one that comes last
  // hides the other from assistive technology: that must be the panel, so it has to be there first.
  const [isPanelThere, setIsPanelThere] = useState(false);
  const mayAsk = !(panel || side) || isPanelThere;
  useFocusWhenClosed(Boolean(panel?.isOpen || side?.isOpen || dialog?.isOpen));
  return (
    // A boundary each: the panel must not vanish, and lose its focus, while a dialog's code comes.
    <>
      <Suspense>
        {panel && (
          <>
            <ExpensePanel
              expenseId={panel.value}
              open={panel.isOpen}
              onClose={address.closePanel}
              acts={address}
            />
            <WhileThere tell={setIsPanelThere} />
          </>
        )}
      </Suspense>
      <Suspense>
        {side?.value === 'settle-up' && (
          <>
            <SettleUpPanel
              member={member}
              open={side.isOpen}
              onClose={address.closePanel}
              onWhy={address.showBalance}
              onSettleAll={() => address.ask('settle-all')}
            />
            <WhileThere tell={setIsPanelThere} />
          </>
        )}
        {side?.value === 'balance' && member && (
          <>
            <BalancePanel
              member={member}
              open={side.isOpen}
              onClose={address.closePanel}
              onView={address.view}
              onSettleUp={address.showSettleUp}
            />
            <WhileThere tell={setIsPanelThere} />
          </>
        )}
      </Suspense>
      <Suspense>
        {mayAsk && dialog?.value === 'create' && (
          <CreateExpenseDialog
            key={dialog.opening}
            open={dialog.isOpen}
            onClose={address.closeDialog}
          />
        )}
        {mayAsk && dialog?.value === 'filters' && (
          <FiltersDialog
            key={dialog.opening}
            address={address}
            open={dialog.isOpen}
            onClose={address.closeDialog}
          />
        )}
        {mayAsk && dialog?.value === 'history' && subject && (
          <HistoryDialog
            key={dialog.opening}
            expenseId={subject.value}
            open={dialog.isOpen}
            onClose={address.closeDialog}
          />
        )}
        {mayAsk && (dialog?.value === 'settle-shown' || dialog?.value === 'settle-all') && (
          <SettleManyDialog
            key={dialog.opening}
            filter={dialog.value === 'settle-all' ? noFilter : filterOf(search)}
            open={dialog.isOpen}
            onClose={address.closeDialog}
          />
        )}
        {mayAsk && dialog && subject && isAboutOpen(dialog.value) && (
          <AboutOpen
            key={dialog.opening}
            dialog={dialog.value}
            part={part}
            expenseId={subject.value}
            open={dialog.isOpen}
            address={address}
          />
        )}
      </Suspense>
    </>
  );
}

function isAboutOpen(dialog: ExpenseDialog): dialog is DialogAbout {
  return dialogsAbout.some((about) => about === dialog);
}

/** Tells when what it stands beside has come, and when it has gone. */
function WhileThere({ tell }: { tell: (isThere: boolean) => void }) {
  useEffect(() => {
    tell(true);
    return () => tell(false);
  }, [tell]);
  return null;
}

/** A dialog about an open expense; where there is none any more the address forgets the dialog. */
function AboutOpen({
  dialog,
  part,
  expenseId,
  open,
  address,
}: {
  dialog: DialogAbout;
  part: Id | undefined;
  expenseId: Id;
  open: boolean;
  address: ExpensesAddress;
}) {
  const query = useQuery({ ...expenseQuery(useQueryClient(), expenseId), enabled: open });
  const expense = useLastOpen(query.data);
  const hasNone = query.isError || query.data?.status === 'settled';
  const { closeDialog } = address;
  useEffect(() => {
    if (open && hasNone && !expense) closeDialog();
  }, [open, hasNone, expense, closeDialog]);
  if (!expense) return null;
  const about = { expense, open, onClose: closeDialog };
  switch (dialog) {
    case 'edit':
      return <EditExpenseDialog {...about} />;
    case 'settle':
      return <SettleExpenseDialog {...about} />;
    case 'delete':
      return <DeleteExpenseDialog {...about} onDeleted={() => address.closeAbout(expenseId)} />;
    case 'add-override':
    case 'manual-override':
    case 'update-override':
    case 'delete-override':
      return <OverrideDialogs {...about} dialog={dialog} part={part} />;
    default:
      return dialog satisfies never;
  }
}

/** The newest version that was still open: what a dialog shows while its own write settles it. */
function useLastOpen(expense: OpenExpense | { status: 'settled' } | undefined) {
  const [last, setLast] = useState<OpenExpense>();
  const next = expense?.status === 'open' ? expense : last;
  if (next !== last) setLast(next);
  return next;
}
