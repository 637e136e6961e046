import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import type { ChargeMember } from './charge-form.ts';

/** A member whom a charge may ask; chosen, with the amount. */
export function ChargeRow({
  member: { label },
  isChosen,
  amount,
  note,
  problem,
  onToggle,
  onAmount,
  onDone,
}: {
  member: ChargeMember;
  isChosen: boolean;
  amount: string;
  note: string | undefined;
  problem: string | undefined;
  onToggle: () => void;
  onAmount: (text: string) => void;
  /** Enter in the amount. */
  onDone: () => void;
}) {
  return (
    <li className="grid min-h-12 grid-cols-[minmax(0,1fr)_8rem] items-center gap-x-3 px-3 py-1.5 hover:bg-hover">
      <Checkbox
        label={<span className="wrap-anywhere">{label}</span>}
        description={isChosen ? note : undefined}
        checked={isChosen}
        onCheckedChange={onToggle}
      />
      {isChosen && (
        <MoneyField
          label={`Amount of ${label}`}
          isLabelHidden
          value={amount}
          onChange={(event) => onAmount(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onDone();
          }}
          error={problem}
        />
      )}
    </li>
  );
}
