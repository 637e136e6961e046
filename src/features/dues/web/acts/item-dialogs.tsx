/** What a treasurer does to what a charge asks of one member. */
import { useState } from 'react';
import type { Day } from '#kit/day.ts';
import { cents, centsFromTyped, centsToText, formatMoney } from '#kit/money.ts';
import { ActDialog, explainReason, ReasonField } from '#web/screen/act-dialog.tsx';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { useToday } from '#web/screen/use-today.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { describeState } from '../../charge-state.ts';
import type { ChargeItem } from '../../contract.ts';
import { explainDay, lastDueDay } from '../../due-day.ts';
import { explainCharged } from '../form/charge-form.ts';
import { type ItemChange, useChangeItem } from '../queries.ts';

type ItemDialogProps = OverlayProps & { item: ChargeItem };

function useItemAct({ item, onClose }: ItemDialogProps, done: string) {
  const act = useChangeItem(item);
  const save = useSubmitOnce(
    async (change: ItemChange) => {
      await act.mutateAsync(change);
      toast.success(done);
      onClose();
    },
    () => {},
  );
  return { act, save };
}

/** 'Ann Doe: 2027 dues, $250.00 open. 12 days late.' */
function useItemWords({ item }: ItemDialogProps): string {
  const today = useToday();
  const { member, title, open } = item;
  return `${member.name}: ${title}, ${formatMoney(open)} open. ${describeState(item, today)}.`;
}

export function WaiveDialog(props: ItemDialogProps) {
  const { item } = props;
  const most = cents(item.amount - item.waived);
  const [begun] = useState(() => centsToText(item.open > 0 ? item.open : most));
  const [amount, setAmount] = useState(begun);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { act, save } = useItemAct(props, 'Charge waived');
  const typed = centsFromTyped(amount);
  const wrongAmount =
    explainCharged(amount) ??
    (typed !== undefined && typed > most
      ? `At most ${formatMoney(most)} can be waived`
      : undefined);
  const wrongReason = explainReason(reason);
  const submit = () => {
    setChecked(true);
    if (wrongAmount || wrongReason || typed === undefined) return;
    save({ act: 'waive', body: { amount: typed, reason: reason.trim() } });
  };
  return (
    <ActDialog
      open={props.open}
      onClose={props.onClose}
      title="Waive Charge"
      description={useItemWords(props)}
      label="Waive Charge"
      busyLabel="Waiving..."
      act={act}
      isChanged={amount !== begun || reason !== ''}
      onSubmit={submit}
    >
      <MoneyField
        label="Amount"
        required
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
        help="How much to take off, all or part."
        error={isChecked ? wrongAmount : undefined}
      />
      <ReasonField
        value={reason}
        onChange={setReason}
        help="The member sees it."
        error={isChecked ? wrongReason : undefined}
      />
    </ActDialog>
  );
}

export function MoveDialog(props: ItemDialogProps) {
  const { item } = props;
  const today = useToday();
  const [dueOn, setDueOn] = useState<Day | ''>(item.dueOn < today ? '' : item.dueOn);
  const [begun] = useState(dueOn);
  const [isChecked, setChecked] = useState(false);
  const { act, save } = useItemAct(props, 'Due date moved');
  const last = lastDueDay(today);
  const wrongDay =
    explainDay(dueOn, today, last) ?? (dueOn === item.dueOn ? 'Choose another day' : undefined);
  const submit = () => {
    setChecked(true);
    if (!wrongDay && dueOn !== '') save({ act: 'move', body: { dueOn } });
  };
  return (
    <ActDialog
      open={props.open}
      onClose={props.onClose}
      title="Move Due Date"
      description={useItemWords(props)}
      label="Move Due Date"
      busyLabel="Moving..."
      act={act}
      isChanged={dueOn !== begun}
      onSubmit={submit}
    >
      <DateField
        label="Due"
        required
        value={dueOn}
        min={today}
        max={last}
        onValueChange={setDueOn}
        help="Only for this member. It is not late until then."
        error={isChecked ? wrongDay : undefined}
      />
    </ActDialog>
  );
}
