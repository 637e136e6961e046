import type { Id } from '#kit/id.ts';
import { Money } from '#web/ui/money.tsx';
import { SheetSection } from '#web/ui/sheet.tsx';
import type { Expense } from '../expense.ts';
import { shortNames, unknownName } from './people.ts';

/** What was agreed beyond an even split. */
export function OverrideList({
  expense,
  names,
}: {
  expense: Expense;
  names: ReadonlyMap<Id, string>;
}) {
  const { overrides, participants } = expense;
  const short = shortNames(participants.map((id) => ({ id, name: names.get(id) ?? unknownName })));
  return (
    <SheetSection title="Overrides">
      {overrides.length === 0 ? (
        <p className="text-third">No overrides</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {overrides.map((override) => (
            <li key={override.id}>
              <p className="font-medium wrap-anywhere">
                {override.label} <Money cents={override.amount} />
              </p>
              <p className="text-xs text-third">
                Split among{' '}
                {override.participantIds
                  .map((id) => short.get(id) ?? unknownName)
                  .toSorted((one, other) => one.localeCompare(other, 'en'))
                  .join(', ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </SheetSection>
  );
}
