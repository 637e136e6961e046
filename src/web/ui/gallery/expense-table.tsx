import { HandCoins, Pencil, Plus, SplitSquareHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { cents } from '#kit/money.ts';
import { Button } from '../actions/button.tsx';
import { CopyButton } from '../actions/copy-button.tsx';
import { TextButton } from '../actions/text-link.tsx';
import { Avatar } from '../avatar.tsx';
import { Badge } from '../badge.tsx';
import { Card } from '../card.tsx';
import { DateText } from '../date-text.tsx';
import { Detail, DetailList } from '../detail-list.tsx';
import { Select } from '../fields/select.tsx';
import { Money } from '../money.tsx';
import { Menu } from '../overlays/menu.tsx';
import { Sheet, SheetSection } from '../overlays/sheet.tsx';
import { Pagination } from '../pagination.tsx';
import { Table, Td, Th, Tr } from '../table.tsx';
import { expenses, people } from './people.ts';

const zone = 'America/Los_Angeles';

export function ExpenseTable() {
  const [filter, setFilter] = useState<string | null>('all');
  const [openId, setOpenId] = useState<string>();
  const [isDescending, setIsDescending] = useState(true);
  const [page, setPage] = useState(1);
  const first = people.slice(0, 6);
  const open = expenses.find((expense) => expense.id === openId);
  return (
    <>
      <Card
        title="Expense Breakdown"
        isFlush
        actions={
          <>
            <Select
              label="Filter by Event"
              isLabelHidden
              look="toolbar"
              options={[
                { value: 'all', label: 'All expenses' },
                { value: 'e1', label: 'Harbor Chapter Night - Nov 14, 2026' },
                { value: 'e2', label: 'Forum retreat - Nov 7, 2026' },
              ]}
              value={filter}
              onValueChange={setFilter}
            />
            <Button variant="primary" icon={<Plus aria-hidden="true" />}>
              Add Expense
            </Button>
          </>
        }
      >
        <Table label="Expenses" minWidth={432 + 80 * first.length + 120}>
          <thead>
            <tr>
              <Th isSticky>Expense Details</Th>
              <Th
                isNumeric
                sort={isDescending ? 'descending' : 'ascending'}
                onSort={() => setIsDescending(!isDescending)}
              >
                Total
              </Th>
              <Th sort="none">Paid By</Th>
              <Th isNumeric>Count</Th>
              {first.map((person) => (
                <Th key={person.id} isNumeric>
                  {person.name.split(' ')[0]}
                </Th>
              ))}
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {expenses.map((expense, row) => (
              <Tr key={expense.id} isSelected={expense.id === openId}>
                <Td isHeader isSticky>
                  <div className="flex items-center justify-between gap-3">
                    <div className="min-w-0">
                      <TextButton
                        className="line-clamp-2 font-medium text-ink!"
                        onClick={() => setOpenId(expense.id)}
                      >
                        {expense.title}
                      </TextButton>
                      <DateText
                        at={expense.at}
                        zone={zone}
                        format="dateTime"
                        className="block text-xs text-third"
                      />
                    </div>
                    <Badge tone={expense.status === 'settled' ? 'settled' : 'outline'}>
                      {expense.status}
                    </Badge>
                  </div>
                </Td>
                <Td isNumeric>
                  <Money cents={cents(expense.total)} className="font-medium" />
                </Td>
                <Td>{first[row % 6]?.name.split(' ')[0]}</Td>
                <Td isNumeric>6</Td>
                {first.map((person, column) => (
                  <Td key={person.id} isNumeric>
                    {column === row % 6 ? (
                      <span className="text-third">Paid</span>
                    ) : (column + row) % 3 === 0 ? (
                      <span className="text-third">-</span>
                    ) : (
                      <Money cents={cents(Math.round(expense.total / 6))} tone="owes" />
                    )}
                  </Td>
                ))}
                <Td isNumeric>
                  <Menu
                    label={`Actions for ${expense.title}`}
                    items={[
                      { label: 'View', onSelect: () => setOpenId(expense.id) },
                      { label: 'Edit Expense', icon: <Pencil />, onSelect: () => undefined },
                      {
                        label: 'Add Overrides',
                        icon: <SplitSquareHorizontal />,
                        onSelect: () => undefined,
                      },
                      {
                        label: 'Settle Expense',
                        icon: <HandCoins />,
                        disabled: expense.status === 'settled',
                        onSelect: () => undefined,
                      },
                      {
                        label: 'Delete',
                        icon: <Trash2 />,
                        tone: 'danger',
                        startsGroup: true,
                        onSelect: () => undefined,
                      },
                    ]}
                  />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
        <Pagination
          page={page}
          totalPages={3}
          onPageChange={setPage}
          summary="Showing 6 of 118 expenses"
        />
      </Card>
      <Sheet
        open={open !== undefined}
        onClose={() => setOpenId(undefined)}
        subjectId={openId}
        title={open?.title}
        titleEnd={<Badge>{open?.status}</Badge>}
        description={open && <DateText at={open.at} zone={zone} format="dateTime" />}
        footer={
          <>
            <Button variant="primary" className="flex-1">
              Settle Expense
            </Button>
            <Button>Edit Expense</Button>
          </>
        }
      >
        <SheetSection title="Expense Summary">
          <p className="mb-2 text-figure font-semibold tracking-tight">
            <Money cents={cents(open?.total ?? 0)} />
          </p>
          <DetailList>
            <Detail name="Paid By">
              <Avatar id="u1" name="Maya Chen" />
              Maya Chen
            </Detail>
            <Detail name="Category">Food</Detail>
            <Detail name="Event">
              <TextButton>Harbor Chapter Night</TextButton>
            </Detail>
            <Detail name="Expense ID" isCode>
              019a8c41…7f02
              <CopyButton
                value="019a8c41"
                label="Expense ID"
                failureMessage="Failed to copy expense ID"
              />
            </Detail>
          </DetailList>
        </SheetSection>
        <SheetSection title="Member Breakdown" aside="shares add up to $684.20">
          <ul>
            {people.map((person) => (
              <li key={person.id} className="flex min-h-9.5 items-center gap-2">
                <Avatar id={person.id} name={person.name} />
                <span className="min-w-0 flex-1 truncate">{person.name}</span>
                <TextButton className="text-owes!">
                  Owes <Money cents={cents(10604)} />
                </TextButton>
              </li>
            ))}
          </ul>
        </SheetSection>
        <SheetSection title="Receipts & Documents">
          <p className="text-third">No receipts yet</p>
        </SheetSection>
      </Sheet>
    </>
  );
}
