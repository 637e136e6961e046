import type { KeyboardEvent } from 'react';
import { formatMoney } from '#kit/money.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { FieldNotes } from '#web/ui/fields/field.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { BatchProblems } from '../../contract.ts';
import { PossibleDuplicate } from '../possible-duplicate.tsx';
import type { EntryProblem, StackEntry, StackMember } from './stack.ts';

/** A member of the stack; ticked, with the amount and the reference of their payment. */
export function StackRow({
  member: { id, label, owed },
  entry,
  problem,
  refused,
  referenceLabel,
  onChange,
  onDone,
}: {
  member: StackMember;
  entry: StackEntry | undefined;
  problem: EntryProblem | undefined;
  refused: BatchProblems['items'][number] | undefined;
  referenceLabel: string;
  onChange: (changes: Partial<StackEntry>) => void;
  /** Enter in the last field. */
  onDone: () => void;
}) {
  const isTicked = entry?.isTicked ?? false;
  const moveOn = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onDone();
  };
  return (
    <li className="grid grid-cols-2 items-start gap-x-3 gap-y-2 px-3 py-1.5 hover:bg-hover sm:grid-cols-[minmax(0,1fr)_8.5rem_9rem]">
      <Checkbox
        label={<span className="wrap-anywhere">{label}</span>}
        description={owed > 0 ? `To pay ${formatMoney(owed)}` : 'Nothing to pay'}
        checked={isTicked}
        onCheckedChange={(isNow) => onChange({ isTicked: isNow })}
        className="col-span-full sm:col-span-1"
      />
      {entry && isTicked && (
        <>
          <MoneyField
            label={`Amount of ${label}`}
            isLabelHidden
            value={entry.amount}
            onChange={(event) => onChange({ amount: event.target.value })}
            onKeyDown={moveOn}
            error={problem?.amount}
          />
          <TextField
            label={`${referenceLabel} of ${label}`}
            isLabelHidden
            placeholder={referenceLabel}
            autoComplete="off"
            value={entry.reference}
            onChange={(event) => onChange({ reference: event.target.value })}
            onKeyDown={moveOn}
            error={problem?.reference}
          />
          {refused && (
            <div className="col-span-full flex flex-col gap-2">
              {refused.code === 'possible_duplicate' ? (
                <>
                  <PossibleDuplicate details={refused.details} />
                  <Checkbox
                    label="Record anyway"
                    checked={entry.isDuplicateAllowed}
                    onCheckedChange={(isDuplicateAllowed) => onChange({ isDuplicateAllowed })}
                  />
                </>
              ) : (
                <FieldNotes id={id} error={refused.message} />
              )}
            </div>
          )}
        </>
      )}
    </li>
  );
}
