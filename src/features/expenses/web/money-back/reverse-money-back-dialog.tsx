import type { Id } from '#kit/id.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { computeSettlementEffect } from '../../balances.ts';
import { buildReversal } from '../../correct.ts';
import type { SettledExpense } from '../../expense.ts';
import { useCorrectExpense } from '../changes/change-queries.ts';
import { useSettledExpense } from '../correct/use-settled-expense.ts';
import { Amounts } from '../settle/settlement-effect.tsx';
import { useStandingChanges } from '../settle/use-standing-changes.ts';
import { useExpenseRights } from '../use-expense-rights.ts';
import { useExpenseNames } from '../use-names.ts';

/** Confirms reversing money back that did not come, or not so. */
export function ReverseMoneyBackDialog({
  expenseId,
  ...overlay
}: OverlayProps & { expenseId: Id<'expense'> }) {
  const { reasonAgainstCorrecting } = useExpenseRights();
  const moneyBack = useSettledExpense(expenseId, overlay, reasonAgainstCorrecting);
  return moneyBack && <Question {...overlay} moneyBack={moneyBack} />;
}

function Question({ moneyBack, open, onClose }: OverlayProps & { moneyBack: SettledExpense }) {
  const idempotency = useIdempotencyKey();
  const correct = useCorrectExpense();
  const names = useExpenseNames(moneyBack);
  const { id, createdBy, settledAt: now } = moneyBack;
  const { moved } = computeSettlementEffect([buildReversal(moneyBack, { id, createdBy, now })]);
  const describeChange = useStandingChanges(moved, 1);
  const confirm = useSubmitOnce(
    async () => {
      const body = { replacement: null };
      const idempotencyKey = idempotency.keyFor({ id, body });
      await correct.mutateAsync({ original: moneyBack, body, idempotencyKey });
      toast.success('Money back reversed');
      onClose();
    },
    (error) => toastFailure('Failed to reverse money back', error),
  );
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      title="Reverse Money Back"
      description={
        <>
          Wallets go back to what they were. This cannot be undone.{' '}
          <span className="text-third">You can record the money back again.</span>
        </>
      }
      confirmLabel="Reverse Money Back"
      busyLabel="Reversing..."
      movesMoney
      isBusy={correct.isPending}
      onConfirm={confirm}
    >
      <Amounts
        title="Change of Balances"
        balances={moved}
        names={names}
        describeChange={describeChange}
        none="The amounts cancel each other out, so no one's balance changes."
      >
        {moneyBack.title}
      </Amounts>
      <WriteFailure error={correct.error} className="mt-4" />
    </AlertDialog>
  );
}
