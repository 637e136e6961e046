import { type SubmitEvent, useRef, useState } from 'react';
import { describeFailure, getRefusal, hasCode } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useRestoreFocus } from '#web/screen/use-restore-focus.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { useToday } from '#web/screen/use-today.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { NewPayment } from '../contract.ts';
import { keepsTheBooks } from '../payment.ts';
import { PaymentFields } from './payment-fields.tsx';
import {
  beginPayment,
  type FormProblems,
  type PaymentForm,
  toNewPayment,
  validatePayment,
} from './payment-form.ts';
import { PossibleDuplicate } from './possible-duplicate.tsx';
import { useRecordPayment } from './queries.ts';
import type { PaymentsSearch } from './search.ts';

/** What the form calls the sides of the request. */
const sides: Readonly<Record<string, string>> = { fromMemberId: 'from', toMemberId: 'to' };

/** Records a payment, once however often it is submitted; asks about a possible duplicate. */
export function RecordPaymentDialog({
  initial,
  open,
  onClose,
}: OverlayProps & { initial: PaymentsSearch }) {
  const { me } = useSession();
  const isKeeper = keepsTheBooks(me);
  const today = useToday();
  const [begun] = useState(() => beginPayment(initial, isKeeper ? undefined : me.memberId, today));
  const [form, setForm] = useState(begun);
  const [problems, setProblems] = useState<FormProblems>({});
  /** Kept when a reply is lost: a retry sends the same request, which is saved once. */
  const [mayDuplicate, setMayDuplicate] = useState(false);
  const record = useRecordPayment();
  const idempotency = useIdempotencyKey();
  const fields = useRef<HTMLFieldSetElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  useRestoreFocus(fields, record.isPending);
  const duplicate = hasCode(record.error, 'possible_duplicate')
    ? getRefusal(record.error)?.details
    : undefined;
  const asksAnyway = mayDuplicate || duplicate !== undefined;
  const save = useSubmitOnce(
    async (body: NewPayment) => {
      const idempotencyKey = idempotency.keyFor(body);
      const { status } = await record.mutateAsync({ body, idempotencyKey });
      toast.success(
        status === 'confirmed'
          ? 'Payment recorded and posted'
          : 'Payment recorded. It is waiting to be confirmed.',
      );
      onClose();
    },
    (error) => {
      const refusal = getRefusal(error);
      const field = refusal?.field && (sides[refusal.field] ?? refusal.field);
      if (field) setProblems({ [field]: refusal.message });
    },
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = validatePayment(form, today);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) fields.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    const body = toNewPayment(form, today);
    if (!body) return;
    if (asksAnyway) setMayDuplicate(true);
    save({
      ...body,
      ...(initial.expense && { expenseId: initial.expense }),
      ...(asksAnyway && { isDuplicateAllowed: true }),
    });
  };
  const change = (changes: Partial<PaymentForm>) => {
    setForm((before) => ({ ...before, ...changes }));
    setProblems({});
    setMayDuplicate(false);
    // Another payment may not be a duplicate.
    if (record.isError) record.reset();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Record Payment"
      description={
        isKeeper
          ? 'What you record is posted to wallets at once'
          : 'It is posted to wallets once the other side or a treasurer confirms it'
      }
      isBusy={record.isPending}
      // Their own side is known; a treasurer begins with who paid.
      initialFocus={isKeeper ? undefined : amount}
      onSubmit={submit}
      isChanged={JSON.stringify(form) !== JSON.stringify(begun)}
      footer={
        <>
          {duplicate ? (
            <PossibleDuplicate details={duplicate} />
          ) : (
            record.isError && (
              <Notice tone="error" className="basis-full!">
                {describeFailure(record.error)}
              </Notice>
            )
          )}
          <DialogSubmit movesMoney isBusy={record.isPending} busyLabel="Recording...">
            {asksAnyway ? 'Record Anyway' : 'Record Payment'}
          </DialogSubmit>
        </>
      }
    >
      <fieldset ref={fields} disabled={record.isPending} className="min-w-0">
        <PaymentFields
          form={form}
          problems={problems}
          today={today}
          isKeeper={isKeeper}
          amount={amount}
          onChange={change}
        />
      </fieldset>
    </Dialog>
  );
}
