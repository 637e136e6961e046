import clsx from 'clsx';
import { useDeferredValue } from 'react';
import { ReceiptCount } from '#features/files/web/shared/receipt-count.tsx';
import { formatDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { formatMoney } from '#kit/money.ts';
import { Money } from '#web/ui/money.tsx';
import { Faces, mostFaces } from '#web/ui/people/faces.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import { useRowsInSteps } from '#web/ui/use-rows-in-steps.ts';
import { countParticipants, type ListedExpense } from '../../expense.ts';
import { listPayerIds } from '../../payers.ts';
import {
  type DisplayNames,
  describePayer,
  joinNames,
  toDisplayNames,
  toPayerName,
  unknownName,
} from '../people.ts';
import { opensRow, rowsThatOpen } from '../shared/open-clicked-row.ts';
import { type DayGroup, groupByDay, takeRows } from './day-groups.ts';
import { DeletedActions } from './deleted-actions.tsx';
import { ExpenseActions } from './expense-actions.tsx';
import { ExpenseStatus } from './expense-status.tsx';
import type { ExpenseTableProps, SortedProps } from './expense-table.tsx';
import { OwnShare } from './own-share.tsx';
import { type Column, getAriaSort, nextOrder } from './sorting.ts';
import { isTakenBack } from './status-word.ts';

/** As many as fit on most screens. */
const initialRows = 12;

/** Where there is less room, a row says less. The card is a container. */
const roomy = '@max-[56rem]:hidden';
const roomier = '@max-[52rem]:hidden';
/** Where faces and 'and 25 more' fit beside a title. */
const roomiest = '@max-[64rem]:hidden';

export type ExpenseListProps = ExpenseTableProps &
  SortedProps & {
    me: Id<'member'>;
    /** The titles of known events. */
    eventTitles: ReadonlyMap<Id<'event'>, string>;
  };

/**
 * The expenses by day, each in one line, with the member's own share. What was pressed is painted before
 * the rows change, and the rows that fit on the screen before those below.
 */
export function ExpenseList(props: ExpenseListProps) {
  const { expenses, people, zone, me, openId, handlers, eventTitles, order, onSort } =
    useDeferredValue(props);
  const rows = useRowsInSteps(expenses.length, initialRows);
  const names = toDisplayNames(people);
  const groups = takeRows(groupByDay(expenses, zone, order.sort === 'date'), rows);
  const by = (column: Column) => ({
    sort: getAriaSort(order, column),
    onSort: () => onSort((wanted) => nextOrder(wanted, column)),
  });
  return (
    <div className="@container" {...rowsThatOpen}>
      <Table label="Expenses" minWidth={560} className="w-full table-fixed">
        <thead>
          <tr>
            <Th {...by({ sort: 'title' })}>Expense</Th>
            <Th {...by({ sort: 'payer' })} className={`w-38 @min-[80rem]:w-1/5 ${roomier}`}>
              Paid By
            </Th>
            <Th {...by({ sort: 'count' })} className={`w-54 @min-[80rem]:w-1/5 ${roomiest}`}>
              Who
            </Th>
            <Th isNumeric {...by({ sort: 'member', memberId: me })} className="w-36">
              Your Share
            </Th>
            <Th isNumeric {...by({ sort: 'total' })} className="w-40">
              Total
            </Th>
            <Th {...by({ sort: 'status' })} className={`w-25 ${roomy}`}>
              Status
            </Th>
            <Th className="w-16">
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.day ?? ''}>
            {group.day && <DayRow group={group} />}
            {group.expenses.map((expense) => (
              <ExpenseLine
                key={expense.id}
                expense={expense}
                isOpen={expense.id === openId}
                names={names}
                handlers={handlers}
                me={me}
                eventTitles={eventTitles}
              />
            ))}
          </tbody>
        ))}
      </Table>
    </div>
  );
}

/** A day and what its expenses add up to, under the column of the totals. */
function DayRow({ group: { day, subtotal } }: { group: DayGroup }) {
  const cell = 'h-8! py-0! bg-band text-xs text-second';
  return (
    <tr>
      <th
        scope="rowgroup"
        className="h-8 border-b border-soft bg-band px-4 text-left text-xs font-medium text-second sm:px-5"
      >
        {day && <time dateTime={day}>{formatDay(day)}</time>}
      </th>
      <Td className={`${cell} ${roomier}`} />
      <Td className={`${cell} ${roomiest}`} />
      <Td className={cell} />
      <Td isNumeric className={cell}>
        <span className="sr-only">Subtotal </span>
        <Money cents={subtotal} />
      </Td>
      <Td className={`${cell} ${roomy}`} />
      <Td className={cell} />
    </tr>
  );
}

function ExpenseLine({
  expense,
  isOpen,
  names,
  handlers,
  me,
  eventTitles,
}: Pick<ExpenseListProps, 'handlers' | 'me' | 'eventTitles'> & {
  names: DisplayNames;
  expense: ListedExpense;
  isOpen: boolean;
}) {
  const { short, full } = names;
  const payer = toPayerName(expense, short, me);
  const cell = 'h-12! py-0!';
  return (
    <Tr isSelected={isOpen} className={clsx(expense.status !== 'deleted' && 'cursor-pointer')}>
      <Td isHeader className={cell}>
        <span className="flex min-w-0 items-center gap-2">
          <span className="min-w-0">
            <Title expense={expense} onView={() => handlers.view(expense.id)} />
            <Details expense={expense} payer={payer} eventTitles={eventTitles} />
          </span>
          {expense.status !== 'open' && (
            <span className="hidden @max-[56rem]:inline">
              <ExpenseStatus expense={expense} />
            </span>
          )}
        </span>
      </Td>
      <Td className={`${cell} ${roomier}`}>
        <span
          className="block truncate"
          title={joinNames(listPayerIds(expense).map((id) => full.get(id) ?? unknownName))}
        >
          {payer ?? <span className="text-third">Even split</span>}
        </span>
      </Td>
      <Td className={`${cell} ${roomiest}`}>
        <Faces
          people={putFirst(me, expense.participants)
            .slice(0, mostFaces)
            .map((id) => ({ id, name: full.get(id) ?? unknownName }))}
          count={countParticipants(expense)}
        />
      </Td>
      <Td isNumeric className={cell}>
        <OwnShare expense={expense} me={me} />
      </Td>
      <Td isNumeric className={cell}>
        <Money
          cents={expense.amount}
          className={clsx('font-medium', isTakenBack(expense) && 'text-third line-through')}
        />
      </Td>
      <Td className={`${cell} ${roomy}`}>
        <ExpenseStatus expense={expense} />
      </Td>
      <Td isNumeric className={cell}>
        {expense.status === 'deleted' ? (
          <DeletedActions expense={expense} handlers={handlers} />
        ) : (
          <ExpenseActions expense={expense} handlers={handlers} />
        )}
      </Td>
    </Tr>
  );
}

function Title({ expense, onView }: { expense: ListedExpense; onView: () => void }) {
  const { title, status } = expense;
  if (status === 'deleted') {
    return (
      <span className="line-clamp-2 font-medium wrap-anywhere" title={title}>
        {title}
      </span>
    );
  }
  return (
    <button
      {...opensRow}
      type="button"
      title={title}
      className="touch-target block max-w-full text-left font-medium text-ink hover:underline"
      onClick={onView}
    >
      <span className="line-clamp-2 wrap-anywhere">{title}</span>
    </button>
  );
}

/** Receipts, event and category and, where its column is hidden, the payer. */
function Details({
  expense,
  payer,
  eventTitles,
}: Pick<ExpenseListProps, 'eventTitles'> & {
  expense: ListedExpense;
  payer: string | undefined;
}) {
  const { eventId, category, original } = expense;
  const details = [
    original && formatMoney(original.amount, original.currency),
    eventId && eventTitles.get(eventId),
    category,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <span className="block truncate text-xs text-third">
      <ReceiptCount count={expense.receiptIds.length} />
      <span className="hidden @max-[52rem]:inline">
        {describePayer(payer, expense)}
        {details && ' · '}
      </span>
      {details}
    </span>
  );
}

function putFirst<Item>(first: Item, items: readonly Item[]): readonly Item[] {
  return items.includes(first) ? [first, ...items.filter((item) => item !== first)] : items;
}
