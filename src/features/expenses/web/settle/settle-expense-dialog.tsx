import { useState } from 'react';
import { describeFailure, getRefusal } from '#web/api/call-error.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { DiscardDialog } from '#web/ui/overlays/discard-dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { OpenExpense } from '../../expense.ts';
import { settlingRecordsPayments } from '../../settling/paid-outside.ts';
import { useSettleExpense } from '../changes/change-queries.ts';
import { ExpenseStatus } from '../list/expense-status.tsx';
import { useExpenseNames } from '../use-names.ts';
import { SettlementEffect } from './settlement-effect.tsx';
import { usePaidOutside } from './use-paid-outside.tsx';

/** Confirms settling an expense and says what it does to every standing. */
export function SettleExpenseDialog({
  expense,
  open,
  onClose,
}: OverlayProps & {
  expense: OpenExpense;
}) {
  const idempotency = useIdempotencyKey();
  const settle = useSettleExpense();
  const names = useExpenseNames(expense);
  const form = usePaidOutside([expense]);
  const recordsPayments = settlingRecordsPayments(expense);
  const act = recordsPayments ? 'Mark as Paid Outside' : 'Settle Expense';
  const confirm = useSubmitOnce(
    async () => {
      const { id, version } = expense;
      const body = form.toBody(expense);
      const idempotencyKey = idempotency.keyFor({ id, version, body });
      await settle.mutateAsync({ expense, body, idempotencyKey });
      toast.success('Expense settled successfully');
      onClose();
    },
    (error) => toastFailure('Failed to settle expense', error),
  );
  const [isDiscarding, setIsDiscarding] = useState(false);
  const isGuarded = open && form.isTyped && !settle.isPending;
  return (
    <AlertDialog
      open={open}
      onClose={isGuarded ? () => setIsDiscarding(true) : onClose}
      title={act}
      description={
        <>
          Are you sure you want to settle this expense? This will mark the expense as settled and
          cannot be undone. <span className="text-third">You can correct it later.</span>
        </>
      }
      confirmLabel={act}
      busyLabel={recordsPayments ? 'Marking...' : 'Settling...'}
      tone="primary"
      movesMoney
      isBusy={settle.isPending}
      onConfirm={() => {
        if (form.check()) confirm();
      }}
    >
      <DetailList>
        <Detail name="Title">
          <span className="font-medium wrap-anywhere">{expense.title}</span>
        </Detail>
        <Detail name="Amount">
          <Money cents={expense.amount} /> <span className="text-third">USD</span>
        </Detail>
        <Detail name="Category">{expense.category || '-'}</Detail>
        <Detail name="Status">
          <ExpenseStatus expense={expense} />
        </Detail>
      </DetailList>
      <div className="mt-4">
        <SettlementEffect expenses={[expense]} names={names} form={form} />
      </div>
      {settle.isError && (
        <Notice tone="error" className="mt-4">
          {describeFailure(settle.error)}
          {getRefusal(settle.error)?.code === 'possible_duplicates' && (
            <TextButton
              className="mt-1 font-medium text-owes! underline"
              onClick={() => {
                form.allowDuplicates();
                settle.reset();
              }}
            >
              Record Anyway
            </TextButton>
          )}
        </Notice>
      )}
      {isGuarded && (
        <DiscardDialog
          open={isDiscarding}
          onOpenChange={setIsDiscarding}
          onDiscard={() => {
            setIsDiscarding(false);
            onClose();
          }}
        />
      )}
    </AlertDialog>
  );
}
