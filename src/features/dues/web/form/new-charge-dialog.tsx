import { useEffect, useRef, useState } from 'react';
import { formatCount, plural, pluralize } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { formatMoney } from '#kit/money.ts';
import { describeFailure, getRefusal, hasCode } from '#web/api/call-error.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useCloseWhenMissing } from '#web/screen/overlays.tsx';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useInitial } from '#web/screen/use-initial.ts';
import { useRestoreFocus } from '#web/screen/use-restore-focus.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { MoneyButton } from '#web/ui/actions/money-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { usePassFocus } from '#web/ui/overlays/use-pass-focus.ts';
import { ErrorState } from '#web/ui/states/error-state.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { focusTypedText } from '#web/ui/typed-text.ts';
import { alreadyCharged, type ChargeDetail, type NewCharge } from '../../contract.ts';
import { useCreateCharge, useDropProposal } from '../queries.ts';
import { ChargeFields } from './charge-fields.tsx';
import {
  type ChargeForm,
  type ChargeProblems,
  placeRefusal,
  sumCharge,
  toNewCharge,
  validateCharge,
} from './charge-form.ts';
import { useChargeStart } from './use-charge-start.ts';

/**
 * Charges members, once however often it is pressed: begins empty, with a charge of a year ago, or with those
 * who are late with one.
 */
export function NewChargeDialog({
  of,
  isLateFee,
  open,
  onClose,
}: OverlayProps & { of: Id<'charge'> | undefined; isLateFee: boolean }) {
  const { context, charge, begun: latest, failure, retry } = useChargeStart(of, isLateFee);
  const begun = useInitial(latest);
  const [changed, setForm] = useState<ChargeForm>();
  const form = changed ?? begun;
  const [problems, setProblems] = useState<ChargeProblems>({});
  const create = useCreateCharge();
  const fields = useRef<HTMLFieldSetElement>(null);
  const title = useRef<HTMLInputElement>(null);
  useRestoreFocus(fields, create.isPending);
  const isLoaded = form !== undefined;
  usePassFocus(fields, title, isLoaded);
  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);
  useCloseWhenMissing(isLateFee && (of === undefined || charge?.isLateFee === true), {
    open,
    onClose,
  });
  const skipped = create.data?.skipped ?? [];
  const save = useSubmitOnce(
    async (body: NewCharge) => {
      const made = await create.mutateAsync(body, {
        onError: (error) => setProblems(placeRefusal(getRefusal(error), body)),
      });
      toast.success(`${plural(made.itemCount, 'member')} charged, ${formatMoney(made.amount)}`);
      if (made.skipped.length === 0) onClose();
    },
    () => {},
  );
  const submit = (wanted: ChargeForm) => {
    setProblems(validateCharge(wanted, context));
    const body = toNewCharge(wanted, context);
    if (body) save(body);
  };
  const change = (changes: Partial<ChargeForm>) => {
    setForm((before) => {
      const current = before ?? begun;
      return current && { ...current, ...changes };
    });
    setProblems({});
    if (create.isError) create.reset();
  };
  const { count, total } = form ? sumCharge(form, context) : { count: 0, total: undefined };
  const known = hasCode(create.error, 'already_charged')
    ? alreadyCharged.safeParse(getRefusal(create.error)?.details).data?.memberIds
    : undefined;
  const others = form && known && new Set([...form.chosen].filter((id) => !known.includes(id)));
  const chargeOthers = () => {
    if (!form || !others) return;
    const wanted = { ...form, chosen: others };
    setForm(wanted);
    submit(wanted);
  };
  const isWrong = Object.keys(problems).length > 0;
  /** Stays open only to name those. */
  const isDone = skipped.length > 0;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isLateFee ? 'New Late Fee' : 'New Charge'}
      description="It is taken at once from each member's oldest wallet in US dollars."
      size="lg"
      isBusy={create.isPending}
      initialFocus={isLoaded ? title : fields}
      // No form: Enter never charges anyone.
      isChanged={changed !== undefined && !isDone}
      footer={
        <>
          {(create.isError || isWrong) && (
            <Notice tone="error" className="basis-full!">
              {create.isError && !isWrong
                ? describeFailure(create.error)
                : 'No one was charged. Fix the marked fields.'}
            </Notice>
          )}
          {charge && !isLateFee && !isDone && (
            <NotThisYear charge={charge} isDisabled={create.isPending} onDone={onClose} />
          )}
          <DialogClose disabled={create.isPending}>{isDone ? 'Close' : 'Cancel'}</DialogClose>
          {!isDone && others?.size !== 0 && (
            <MoneyButton
              variant="primary"
              disabled={!form}
              isBusy={create.isPending}
              busyLabel="Charging..."
              onClick={({ currentTarget }) => {
                if (focusTypedText(currentTarget.closest('[role=dialog]'))) return;
                if (others) chargeOthers();
                else if (form) submit(form);
              }}
            >
              {others
                ? `Charge the Other ${others.size === 1 ? 'One' : formatCount(others.size)}`
                : count > 0 && total
                  ? `Charge ${formatCount(count)} ${pluralize(count, 'Member')} ${formatMoney(total)}`
                  : 'Charge Members'}
            </MoneyButton>
          )}
        </>
      }
    >
      {isDone && (
        <Notice tone="warn">
          {plural(create.data?.itemCount ?? 0, 'member')} charged. Not charged, because they have
          left: {skipped.map(({ name }) => name).join(', ')}.
        </Notice>
      )}
      {!isDone && (
        <fieldset
          ref={fields}
          tabIndex={-1}
          disabled={create.isPending}
          className="min-w-0 outline-none"
        >
          {form ? (
            <ChargeFields {...{ form, context, problems, title }} onChange={change} />
          ) : failure ? (
            <ErrorState title="Couldn't load what the charge needs." onRetry={retry}>
              {failure.message}
            </ErrorState>
          ) : (
            <LoadingRows label="Loading members..." rows={5} />
          )}
        </fieldset>
      )}
    </Dialog>
  );
}

function NotThisYear({
  charge: { id, title },
  isDisabled,
  onDone,
}: {
  charge: ChargeDetail;
  isDisabled: boolean;
  onDone: () => void;
}) {
  const drop = useDropProposal();
  const isDropped = () => {
    toast.success(`${title}: not proposed any more`);
    onDone();
  };
  return (
    <Button
      className="mr-auto"
      disabled={isDisabled}
      isBusy={drop.isPending}
      busyLabel="Saving..."
      onClick={() =>
        drop.mutate(id, {
          onSuccess: isDropped,
          onError: (error) => toastFailure("Couldn't save that", error),
        })
      }
    >
      Not This Year
    </Button>
  );
}
