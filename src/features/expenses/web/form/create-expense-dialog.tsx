import { useMutation } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { formatShortDate, toInstant } from '#kit/day.ts';
import { formatMoney } from '#kit/money.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { newId } from '#web/api/new-id.ts';
import { useSession } from '#web/api/session.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import { lazyExtra } from '#web/screen/lazy-named.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { useTwin } from '#web/screen/use-twin.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import type { ExpenseFields, ListedExpense, OverrideFields } from '../../expense.ts';
import type { NewExpense } from '../../new-expense.ts';
import type { RecurringRule } from '../../recurring/recurring.ts';
import { describeRecurring } from '../../recurring/recurring-words.ts';
import { useCreateExpense } from '../changes/change-queries.ts';
import { joinNames, type Person } from '../people.ts';
import type { ReceiptsHandle } from '../receipts/receipts-field.tsx';
import { useCreateRecurring } from '../recurring/queries.ts';
import { useExpenseRights } from '../use-expense-rights.ts';
import { leaveOut, newExpenseForm, toDuplicateForm, usesWallets } from './expense-form.ts';
import { ExpenseFormDialog } from './expense-form-dialog.tsx';
import { findTwin } from './find-twin.ts';

const ReceiptsField = lazyExtra(() => import('../receipts/receipts-field.tsx'), 'ReceiptsField');

/** Creates an expense. The id is generated here, so that the preview shows the actual extra cents. */
export function CreateExpenseDialog({
  open,
  onClose,
  like,
  former = [],
}: OverlayProps & {
  /** An expense that is logged once more, with its people and shares. */
  like?: ListedExpense | undefined;
  /** People on it who cannot be on a new one. */
  former?: readonly Person[];
}) {
  const { me, chapter } = useSession();
  const { reasonAgainstWriting } = useExpenseRights();
  const [expenseId] = useState(() => newId<'expense'>());
  const [initial] = useState(() => {
    const now = toInstant(Temporal.Now.instant());
    if (!like) return newExpenseForm(me.memberId, now, chapter);
    const left = former.map(({ id }) => id);
    const form = leaveOut(toDuplicateForm(like, now, chapter.timeZone), left);
    // Marked as paid outside, it uses wallets since; the next one settles as the chapter does.
    return like.status === 'settled'
      ? { ...form, useWalletTransactions: usesWallets(chapter, like) }
      : form;
  });
  const leftOut = joinNames(former.map(({ name }) => name));
  const receipts = useRef<ReceiptsHandle>(null);
  const [receiptCount, setReceiptCount] = useState(0);
  const isWide = useMedia('(width >= 40rem)');
  const [slot, setSlot] = useState<Element | null>(null);
  const uploading = useMutation({
    mutationFn: async () => (await receipts.current?.finish()) ?? [],
  });
  const idempotency = useIdempotencyKey();
  const create = useCreateExpense();
  const repeat = useCreateRecurring();
  const known = useTwin(
    (fields: ExpenseFields) => findTwin(fields, chapter.timeZone),
    ({ amount, expenseDate, paidBy, payers }) => [amount, expenseDate, paidBy, payers],
  );
  const save = useSubmitOnce(
    async (fields: ExpenseFields, overrides: OverrideFields[], rule: RecurringRule | null) => {
      // A member who logs one once more knows that there is another.
      if (!like && rule === null && (await known.asks(fields))) return 'asked';
      const entered = overrides.length > 0 && { overrides };
      const receiptIds = await uploading.mutateAsync();
      const body: NewExpense = { id: expenseId, ...fields, ...entered, receiptIds };
      const idempotencyKey = idempotency.keyFor([body, rule]);
      const title = 'Expense created successfully!';
      if (rule === null) {
        repeat.reset();
        await create.mutateAsync({ body, idempotencyKey });
        toast.success(title);
      } else {
        create.reset();
        const sent = { body: { rule, expense: body }, idempotencyKey };
        const { recurring } = await repeat.mutateAsync(sent);
        toast.success({ title, description: describeRecurring(recurring) });
      }
      onClose();
      return undefined;
    },
    (error) => toastFailure('Failed to create expense', error),
  );
  const error = known.error ?? uploading.error ?? create.error ?? repeat.error;
  return (
    <ExpenseFormDialog
      open={open}
      onClose={onClose}
      title="Create New Expense"
      description={`Add a new expense and assign it to participants${leftOut && `. Left out because no longer active: ${leftOut}.`}`}
      submitLabel="Create Expense"
      busyLabel="Creating..."
      isBusy={known.isLooking || uploading.isPending || create.isPending || repeat.isPending}
      initial={initial}
      expenseId={expenseId}
      people={[]}
      repeat="possible"
      error={error}
      failure={error ? describeFailure(error) : known.twin && <Twin twin={known.twin} />}
      reasonAgainst={(fields) => reasonAgainstWriting({ ...fields, createdBy: me.memberId })}
      receipts={
        <>
          {!isWide && (
            // Unseen until its buttons are there.
            <div className="-my-1 flex flex-wrap items-baseline justify-between gap-x-3 gap-y-2 has-[>:empty]:invisible">
              <span className="font-medium">Receipts & Documents</span>
              <span ref={setSlot} className="flex min-h-5 gap-4 text-xs" />
            </div>
          )}
          <Suspense fallback={isWide && <Skeleton className="h-16 w-full" />}>
            <ReceiptsField
              ref={receipts}
              slot={isWide ? null : slot}
              onCountChange={setReceiptCount}
            />
          </Suspense>
        </>
      }
      isTyped={receiptCount > 0}
      onSave={save}
    />
  );
}

function Twin({ twin }: { twin: ListedExpense }) {
  const { timeZone } = useSession().chapter;
  const day = formatShortDate(twin.expenseDate, timeZone);
  return (
    <>
      <p className="font-medium">Is this the same expense?</p>
      <p className="wrap-anywhere">
        "{twin.title}", {formatMoney(twin.amount)} on {day}, is already here, paid by the same
        people. If yours is another one, press Create Expense again.
      </p>
    </>
  );
}
