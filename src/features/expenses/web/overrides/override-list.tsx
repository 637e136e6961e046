import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Money } from '#web/ui/money.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';
import type { Expense, Override } from '../../expense.ts';
import { defaultManualLabel } from '../../override.ts';
import { describeStated } from '../../stated-words.ts';
import type { ExpenseHandlers } from '../list/expense-actions.tsx';
import { shortNames, unknownName } from '../people.ts';
import { useExpenseRights } from '../use-expense-rights.ts';

type Names = ReadonlyMap<Id<'member'>, string>;

/** The overrides of an expense; those that only repeat the shares above are folded away. */
export function OverrideList({
  expense,
  names,
  handlers,
}: {
  expense: Expense;
  names: Names;
  handlers: ExpenseHandlers;
}) {
  const { overrides, participants } = expense;
  const { reasonAgainstWriting } = useExpenseRights();
  const canChange = expense.status === 'open' && reasonAgainstWriting(expense) === undefined;
  const short = shortNames(participants.map((id) => ({ id, name: names.get(id) ?? unknownName })));
  const repeating = overrides.filter((override) => repeatsShare(override, names));
  const others = overrides.filter((override) => !repeating.includes(override));
  const list = (listed: readonly Override[]) => (
    <ul className="flex flex-col gap-3">
      {listed.map((override) => (
        <OverrideLine
          key={override.id}
          override={override}
          names={short}
          onAsk={canChange ? (dialog) => handlers.ask(dialog, expense.id, override.id) : undefined}
        />
      ))}
    </ul>
  );
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
      {overrides.length === 0 && <p className="text-third">No overrides</p>}
      {others.length > 0 && list(others)}
      {repeating.length > 0 && (
        <Disclosure summary={`${plural(repeating.length, 'fixed share')}, as above`}>
          {list(repeating)}
        </Disclosure>
      )}
    </SheetSection>
  );
}

/** Whether it is an amount for one participant without a label of its own. */
function repeatsShare({ type, label, participantIds: [id] }: Override, names: Names): boolean {
  if (type !== 'manual' || id === undefined) return false;
  return label === defaultManualLabel(names.get(id) ?? unknownName);
}

function OverrideLine({
  override,
  names,
  onAsk,
}: {
  override: Override;
  names: Names;
  /** Undefined if the member may not change it. */
  onAsk: ((dialog: 'update-override' | 'delete-override') => void) | undefined;
}) {
  return (
    <li className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {override.label} <Money cents={override.amount} />
        </p>
        <p className="text-xs text-third wrap-anywhere">
          Split among{' '}
          {override.participantIds
            .map((id) => names.get(id) ?? unknownName)
            .toSorted((one, other) => one.localeCompare(other, 'en'))
            .join(', ')}
          {override.stated && `, ${describeStated(override.stated)}`}
        </p>
      </div>
      {onAsk && (
        <Menu
          label={`Actions for ${override.label}`}
          items={[
            { label: 'Update', icon: <Pencil />, onSelect: () => onAsk('update-override') },
            {
              label: 'Delete',
              icon: <Trash2 />,
              tone: 'danger',
              onSelect: () => onAsk('delete-override'),
            },
          ]}
        />
      )}
    </li>
  );
}
