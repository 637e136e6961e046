import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import type { Id } from '#kit/id.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Money } from '#web/ui/money.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';
import type { Expense } from '../../expense.ts';
import { describeStated } from '../../stated-words.ts';
import type { ExpenseHandlers } from '../list/expense-actions.tsx';
import { shortNames, unknownName } from '../people.ts';
import { useExpenseRights } from '../use-expense-rights.ts';

/** The overrides of an expense. */
export function OverrideList({
  expense,
  names,
  handlers,
}: {
  expense: Expense;
  names: ReadonlyMap<Id<'member'>, string>;
  handlers: ExpenseHandlers;
}) {
  const { overrides, participants } = expense;
  const { reasonAgainstWriting } = useExpenseRights();
  const canChange = expense.status === 'open' && reasonAgainstWriting(expense) === undefined;
  const short = shortNames(participants.map((id) => ({ id, name: names.get(id) ?? unknownName })));
  return (
    <SheetSection
      title="Overrides"
      aside={
        canChange && (
          <TextButton
            className="touch-target font-medium"
            onClick={() => handlers.ask('add-override', expense.id)}
          >
            Add Override
          </TextButton>
        )
      }
    >
      {overrides.length === 0 ? (
        <p className="text-third">No overrides</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {overrides.map((override) => (
            <li key={override.id} className="flex items-center justify-between gap-3">
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">
                  {override.label} <Money cents={override.amount} />
                </p>
                <p className="text-xs text-third wrap-anywhere">
                  Split among{' '}
                  {override.participantIds
                    .map((id) => short.get(id) ?? unknownName)
                    .toSorted((one, other) => one.localeCompare(other, 'en'))
                    .join(', ')}
                  {override.stated && `, ${describeStated(override.stated)}`}
                </p>
              </div>
              {canChange && (
                <Menu
                  label={`Actions for ${override.label}`}
                  items={[
                    {
                      label: 'Update',
                      icon: <Pencil />,
                      onSelect: () => handlers.ask('update-override', expense.id, override.id),
                    },
                    {
                      label: 'Delete',
                      icon: <Trash2 />,
                      tone: 'danger',
                      onSelect: () => handlers.ask('delete-override', expense.id, override.id),
                    },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </SheetSection>
  );
}
