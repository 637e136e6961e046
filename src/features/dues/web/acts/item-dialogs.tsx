/** What a treasurer does to what a charge asks of one member. */
import { useState } from 'react';
import type { Day } from '#kit/day.ts';
import { cents, centsFromTyped, centsToText, formatMoney } from '#kit/money.ts';
import { ActDialog, explainReason, ReasonField } from '#web/screen/act-dialog.tsx';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useToday } from '#web/screen/use-today.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { describeState } from '../../charge-state.ts';
import type { ChargeItem } from '../../contract.ts';
import { explainDay, lastDueDay } from '../../due-day.ts';
import { explainCharged } from '../form/charge-form.ts';
import { useMove, useWaive } from '../queries.ts';

type ItemDialogProps = OverlayProps & { item: ChargeItem };

/** 'Ann Doe: 2027 dues, $250.00 open. 12 days late.' */
function useItemWords({ item }: ItemDialogProps): string {
  const today = useToday();
  const { member, title, open } = item;
  return `${member.name}: ${title}, ${formatMoney(open)} open. ${describeState(item, today)}.`;
}

export function WaiveDialog(props: ItemDialogProps) {
  const { item, open, onClose } = props;
  const most = cents(item.amount - item.waived);
  const [begun] = useState(() => centsToText(item.open > 0 ? item.open : most));
  const [amount, setAmount] = useState(begun);
  const [reason, setReason] = useState('');
  const act = useWaive(item);
  const typed = centsFromTyped(amount) ?? cents(0);
  const wrongAmount =
    explainCharged(amount) ??
    (typed > most ? `At most ${formatMoney(most)} can be waived` : undefined);
  const wrongReason = explainReason(reason);
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title="Waive Charge"
      description={useItemWords(props)}
      label="Waive Charge"
      busyLabel="Waiving..."
      done="Charge waived"
      act={act}
      isChanged={amount !== begun || reason !== ''}
      isWrong={wrongAmount !== undefined || wrongReason !== undefined}
      run={() => act.mutateAsync({ amount: typed, reason: reason.trim() })}
    >
      {(isChecked) => (
        <>
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
        </>
      )}
    </ActDialog>
  );
}

export function MoveDialog(props: ItemDialogProps) {
  const { item, open, onClose } = props;
  const today = useToday();
  const [begun] = useState<Day | ''>(item.dueOn < today ? '' : item.dueOn);
  const [dueOn, setDueOn] = useState(begun);
  const act = useMove(item);
  const last = lastDueDay(today);
  const wrongDay =
    explainDay(dueOn, today, last) ?? (dueOn === item.dueOn ? 'Choose another day' : undefined);
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title="Move Due Date"
      description={useItemWords(props)}
      label="Move Due Date"
      busyLabel="Moving..."
      done="Due date moved"
      act={act}
      isChanged={dueOn !== begun}
      isWrong={wrongDay !== undefined}
      run={() => act.mutateAsync({ dueOn: dueOn as Day })}
    >
      {(isChecked) => (
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
      )}
    </ActDialog>
  );
}
