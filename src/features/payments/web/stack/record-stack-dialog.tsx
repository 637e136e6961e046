import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { standingsQuery } from '#features/expenses/web/queries.ts';
import { plural, pluralize } from '#kit/counts.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { formatMoney } from '#kit/money.ts';
import { methodNames, type PaymentMethod, paymentMethods } from '#kit/payment-methods.ts';
import { describeFailure, getRefusal } from '#web/api/call-error.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useRestoreFocus } from '#web/screen/use-restore-focus.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { useToday } from '#web/screen/use-today.ts';
import { MoneyButton } from '#web/ui/actions/money-button.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { usePassFocus } from '#web/ui/overlays/use-pass-focus.ts';
import { ErrorState } from '#web/ui/states/error-state.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { type BatchProblems, batchProblems, maxBatch, type NewBatch } from '../../contract.ts';
import { useRecordBatch } from '../queries.ts';
import {
  changeEntry,
  listTicked,
  type Stack,
  type StackEntry,
  type StackMember,
  sumStack,
  toNewBatch,
  toStackMembers,
  validateStack,
} from './stack.ts';
import { StackRows } from './stack-rows.tsx';

const refreshMilliseconds = 30_000;

/** Records what many members paid the chapter on one day, as with a stack of checks: all or nothing. */
export function RecordStackDialog({ open, onClose }: OverlayProps) {
  const today = useToday();
  const [paidOn, setPaidOn] = useState<Day | ''>(today);
  const [method, setMethod] = useState<PaymentMethod>('check');
  const [stack, setStack] = useState<Stack>(new Map());
  /** Whether wrong fields are named: from the first press of the button. */
  const [isChecked, setChecked] = useState(false);
  const [refused, setRefused] = useState<ReadonlyMap<Id<'member'>, Problem>>(new Map());
  const standings = useQuery({
    ...standingsQuery,
    enabled: open,
    refetchInterval: refreshMilliseconds,
  });
  const recordBatch = useRecordBatch();
  const idempotency = useIdempotencyKey();
  const fields = useRef<HTMLFieldSetElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  useRestoreFocus(fields, recordBatch.isPending);
  usePassFocus(fields, filter, standings.data !== undefined);
  const { count, total } = sumStack(stack);
  const found = validateStack(stack, paidOn, today);
  const problems = isChecked ? found : undefined;
  const save = useSubmitOnce(
    async (body: NewBatch) => {
      await recordBatch.mutateAsync({ body, idempotencyKey: idempotency.keyFor(body) });
      toast.success(`${plural(count, 'payment')} recorded and posted, ${formatMoney(total)}`);
      onClose();
    },
    (error) => {
      const { data } = batchProblems.safeParse(getRefusal(error)?.details);
      const ids = listTicked(stack).map(([id]) => id);
      const named = (data?.items ?? []).flatMap((problem): [Id<'member'>, Problem][] => {
        const id = ids[problem.index];
        return id ? [[id, problem]] : [];
      });
      setRefused(new Map(named));
    },
  );
  const submit = () => {
    setChecked(true);
    const body = toNewBatch(stack, { paidOn, method, today });
    if (body) save(body);
  };
  const change = (member: StackMember, changes: Partial<StackEntry>) => {
    setStack((before) => changeEntry(before, member, changes));
    // What was refused may be right now; a possible duplicate is one until something else is typed.
    if (!('isDuplicateAllowed' in changes)) {
      setRefused((before) => new Map([...before].filter(([id]) => id !== member.id)));
    }
    if (recordBatch.isError) recordBatch.reset();
  };
  const isWrong = isChecked && (found.paidOn !== undefined || found.members.size > 0);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Record Several Payments"
      description="What members paid the chapter. All payments are posted to wallets together, or none are."
      isBusy={recordBatch.isPending}
      size="lg"
      // The field that finds members is there once they are loaded.
      initialFocus={standings.data ? filter : fields}
      // No form: Enter moves on and never records.
      isChanged={stack.size > 0}
      footer={
        <>
          {(recordBatch.isError || isWrong) && (
            <Notice tone="error" className="basis-full!">
              {recordBatch.isError && refused.size === 0
                ? describeFailure(recordBatch.error)
                : 'Nothing was recorded. Fix the marked rows.'}
            </Notice>
          )}
          <p
            role="status"
            className="tabular self-center font-medium max-sm:basis-full! sm:mr-auto"
          >
            {count > maxBatch
              ? `At most ${maxBatch} at a time`
              : `${plural(count, 'payment')}, ${formatMoney(total)}`}
          </p>
          <DialogClose disabled={recordBatch.isPending} />
          <MoneyButton
            variant="primary"
            disabled={count === 0 || count > maxBatch}
            isBusy={recordBatch.isPending}
            busyLabel="Recording..."
            onClick={submit}
          >
            {count === 0 ? 'Record Payments' : `Record ${count} ${pluralize(count, 'Payment')}`}
          </MoneyButton>
        </>
      }
    >
      <fieldset
        ref={fields}
        tabIndex={-1}
        disabled={recordBatch.isPending}
        className="outline-none flex min-w-0 flex-col gap-4"
      >
        <div className="grid grid-cols-[3fr_2fr] items-start gap-3 sm:grid-cols-2 sm:gap-4">
          <DateField
            name="paidOn"
            label="Day"
            required
            value={paidOn}
            max={today}
            onValueChange={setPaidOn}
            error={problems?.paidOn}
          />
          <Select
            name="method"
            label="How"
            value={method}
            options={paymentMethods.map((value) => ({ value, label: methodNames[value] }))}
            onValueChange={setMethod}
          />
        </div>
        {standings.data ? (
          <StackRows
            members={toStackMembers(standings.data.items)}
            stack={stack}
            problems={problems?.members}
            refused={refused}
            referenceLabel={method === 'check' ? 'Check Number' : 'Reference'}
            filter={filter}
            onChange={change}
          />
        ) : standings.isError ? (
          <ErrorState
            title="Couldn't load what members have to pay."
            onRetry={() => void standings.refetch()}
          >
            {standings.error.message}
          </ErrorState>
        ) : (
          <LoadingRows label="Loading members..." rows={5} />
        )}
      </fieldset>
    </Dialog>
  );
}

type Problem = BatchProblems['items'][number];
