import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { membersQuery } from '#features/members/web/queries.ts';
import { instantToDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { formatMoney } from '#kit/money.ts';
import { describeFailure, getRefusal } from '#web/api/call-error.ts';
import { newId } from '#web/api/new-id.ts';
import { useSession } from '#web/api/session.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useRestoreFocus } from '#web/screen/use-restore-focus.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { computeSettlementEffect } from '../../balances.ts';
import { maxSettlementNoteLength, type SettledExpense } from '../../expense.ts';
import { buildMoneyBack, findLeft, type MoneyBackFields } from '../../money-back.ts';
import { useMoneyBack } from '../changes/change-queries.ts';
import { useSettledExpense } from '../correct/use-settled-expense.ts';
import { unknownName } from '../people.ts';
import { Amounts } from '../settle/settlement-effect.tsx';
import { useStandingChanges } from '../settle/use-standing-changes.ts';
import { useExpenseRights } from '../use-expense-rights.ts';
import { useExpenseNames } from '../use-names.ts';
import {
  beginMoneyBack,
  type MoneyBackForm,
  type Problems,
  readMoneyBack,
} from './money-back-form.ts';

/** Records what came back for a settled expense, and says what it does to every balance. */
export function MoneyBackDialog({
  expenseId,
  ...overlay
}: OverlayProps & { expenseId: Id<'expense'> }) {
  const { reasonAgainstMoneyBack } = useExpenseRights();
  const original = useSettledExpense(expenseId, overlay, reasonAgainstMoneyBack);
  return original && <Form {...overlay} original={original} />;
}

function Form({ original, open, onClose }: OverlayProps & { original: SettledExpense }) {
  const { me, chapter } = useSession();
  const [now] = useState(() => toInstant(Temporal.Now.instant()));
  const today = instantToDay(now, chapter.timeZone);
  const [id] = useState(() => newId<'expense'>());
  const [begun] = useState(() => beginMoneyBack(original, today));
  const [form, setForm] = useState(begun);
  const [problems, setProblems] = useState<Problems>({});
  const [isAsked, setAsked] = useState(false);
  const names = useExpenseNames(original);
  const members = useQuery(membersQuery);
  const { reasonAgainstSettling } = useExpenseRights();
  const idempotency = useIdempotencyKey();
  const record = useMoneyBack();
  const fields = useRef<HTMLFieldSetElement>(null);
  useRestoreFocus(fields, record.isPending);
  const read = readMoneyBack(original, form, { now, zone: chapter.timeZone });
  const built =
    'fields' in read && buildMoneyBack(original, read.fields, { id, createdBy: me.memberId, now });
  const reason = built ? reasonAgainstSettling(built, true) : undefined;
  const { moved } = computeSettlementEffect(built ? [built] : []);
  const isTwin =
    'fields' in read &&
    original.moneyBack?.some(
      ({ amount, expenseDate }) =>
        amount === read.fields.amount && instantToDay(expenseDate, chapter.timeZone) === form.day,
    );
  const describeChange = useStandingChanges(moved, 1);
  const save = useSubmitOnce(
    async (entered: MoneyBackFields) => {
      const body = { id, ...entered };
      await record.mutateAsync({ original, body, idempotencyKey: idempotency.keyFor(body) });
      toast.success('Money back recorded');
      onClose();
    },
    (error) => {
      const refusal = getRefusal(error);
      if (refusal?.field === 'amount') setProblems({ amount: refusal.message });
      toastFailure('Failed to record money back', error);
    },
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if ('fields' in read) {
      if (reason !== undefined) return;
      if (isTwin && !isAsked) setAsked(true);
      else save(read.fields);
      return;
    }
    setProblems(read.problems);
    const [first] = Object.keys(read.problems);
    fields.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };
  const change = (changes: Partial<MoneyBackForm>) => {
    setForm((before) => ({ ...before, ...changes }));
    setProblems({});
    setAsked(false);
    if (record.isError) record.reset();
  };
  const known = members.data?.items ?? [];
  const payer = original.paidBy;
  const left = payer !== null && members.data && known.every((member) => member.id !== payer);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Money Back"
      description={`What came back for ${original.title}, such as a refund, a rebate or a returned deposit. It is shared as the expense was.`}
      isBusy={record.isPending}
      onSubmit={submit}
      isChanged={JSON.stringify(form) !== JSON.stringify(begun)}
      footer={
        <>
          {(reason ?? record.isError) && (
            <Notice tone="error" className="basis-full!">
              {reason ?? describeFailure(record.error)}
            </Notice>
          )}
          {isAsked && !record.isError && (
            <Notice tone="error" className="basis-full!">
              <p className="font-medium">Is this the same money?</p>
              <p>
                The same amount already came back for this expense that day. If yours is another
                payment, press Record Money Back again.
              </p>
            </Notice>
          )}
          <DialogSubmit movesMoney isBusy={record.isPending} busyLabel="Recording...">
            Record Money Back
          </DialogSubmit>
        </>
      }
    >
      <fieldset ref={fields} disabled={record.isPending} className="min-w-0">
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          <MoneyField
            name="amount"
            label="Amount"
            required
            value={form.amount}
            onChange={(event) => change({ amount: event.target.value })}
            help={`At most ${formatMoney(findLeft(original))}.`}
            error={problems.amount}
          />
          <DateField
            name="day"
            label="Day"
            required
            value={form.day}
            max={today}
            onValueChange={(day) => change({ day })}
            error={problems.day}
          />
          <Select
            name="receivedBy"
            label="Received By"
            required
            value={form.receivedBy}
            options={[
              { value: 'chapter', label: `The chapter (${chapter.name})` },
              ...known.map((member) => ({ value: member.id, label: member.displayName })),
              ...(left
                ? [{ value: payer, label: `${names.get(payer) ?? unknownName} (left)` }]
                : []),
            ]}
            onValueChange={(receivedBy) =>
              change({ receivedBy: receivedBy as MoneyBackForm['receivedBy'] })
            }
            help="Who has the money now. Their wallet is charged."
            className="sm:col-span-2"
          />
          <TextField
            label="Note"
            autoComplete="off"
            maxLength={maxSettlementNoteLength}
            value={form.note}
            onChange={(event) => change({ note: event.target.value })}
            className="sm:col-span-2"
          />
        </div>
      </fieldset>
      {built && reason === undefined && (
        <div className="mt-5 border-t border-soft pt-4">
          <Amounts
            title="Change of Balances"
            balances={moved}
            names={names}
            describeChange={describeChange}
            none="The amounts cancel each other out, so no one's balance changes."
          >
            Wallets of those who shared the expense are credited, and the member who received the
            money is charged.
          </Amounts>
        </div>
      )}
    </Dialog>
  );
}
