import { useQuery, useQueryClient } from '@tanstack/react-query';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import { opensRow, rowsThatOpen } from '#features/expenses/web/shared/open-clicked-row.ts';
import { useSession } from '#web/api/session.ts';
import { useToday } from '#web/screen/use-today.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { countShown, ListView } from '#web/ui/list-view.tsx';
import { Money } from '#web/ui/money.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import type { MemberDues } from '../../contract.ts';
import { describeDues, filterNames } from '../dues-words.ts';
import { RecordLink } from '../member/record-link.tsx';
import { duesListQuery } from '../queries.ts';
import { StatusWords } from '../status-words.tsx';
import type { DuesAddress } from '../use-dues-address.ts';
import { Filters } from './filters.tsx';

/** Everyone with what is open of them, the longest late first. */
export function MemberList({ address }: { address: DuesAddress }) {
  const { page = 1, show } = address.search;
  const list = useQuery(duesListQuery({ page, show }));
  const client = useQueryClient();
  return (
    <Card label="Members" isFlush>
      <Filters counts={list.data?.summary.counts} address={address} />
      <ListView
        query={list}
        page={page}
        getPage={({ members }) => members}
        loading={<LoadingRows label="Loading dues..." rows={6} />}
        failure="Couldn't load the dues."
        empty={
          <EmptyState
            title={show ? 'No members found' : 'No members yet'}
            icon={<CalendarCheck />}
            action={
              show && <Button onClick={() => address.show(undefined)}>Show All Members</Button>
            }
          >
            {show ? `No one is under "${filterNames[show][1]}".` : 'Invite them under Members.'}
          </EmptyState>
        }
        onPageChange={address.changePage}
        onPageIntent={(next) => void client.prefetchQuery(duesListQuery({ page: next, show }))}
        label="Pages of members"
        summary={countShown('member')}
      >
        {({ members }) => <MemberTable members={members.items} address={address} />}
      </ListView>
    </Card>
  );
}

function MemberTable({
  members,
  address,
}: {
  members: readonly MemberDues[];
  address: DuesAddress;
}) {
  return (
    <Table label="Dues of members" isDense>
      <thead>
        <tr>
          <Th>Member</Th>
          <Th isNumeric className="max-sm:pr-4!">
            Open
          </Th>
          <Th className="max-sm:hidden">Status</Th>
          <Th className="max-lg:hidden">Last Reminder</Th>
          <Th className="max-sm:hidden">
            <span className="sr-only">Record</span>
          </Th>
        </tr>
      </thead>
      <tbody {...rowsThatOpen}>
        {members.map((dues) => (
          <MemberRow key={dues.member.id} dues={dues} address={address} />
        ))}
      </tbody>
    </Table>
  );
}

function MemberRow({ dues, address }: { dues: MemberDues; address: DuesAddress }) {
  const { member, open, late, remindedAt } = dues;
  const { timeZone } = useSession().chapter;
  const words = describeDues(dues, useToday());
  return (
    <Tr className="cursor-pointer" isSelected={address.search.member === member.id}>
      <Td isHeader>
        <div className="flex min-w-0 items-center gap-2.5">
          <Avatar id={member.id} name={member.name} className="max-sm:hidden" />
          <div className="min-w-0">
            <TextButton
              {...opensRow}
              className="font-medium text-ink! wrap-anywhere"
              onClick={() => address.viewMember(member.id)}
            >
              {member.name}
            </TextButton>
            <StatusWords words={words} className="mt-1 sm:hidden" />
          </div>
        </div>
      </Td>
      <Td isNumeric className="max-sm:pr-4!">
        <Money
          cents={open}
          tone={late > 0 ? 'owes' : open > 0 ? 'plain' : 'quiet'}
          className={open > 0 ? 'font-semibold' : ''}
        />
      </Td>
      <Td className="max-sm:hidden">
        <StatusWords words={words} />
      </Td>
      <Td className="text-second max-lg:hidden">
        {remindedAt ? (
          <DateText at={remindedAt} zone={timeZone} />
        ) : (
          <span className="text-third">–</span>
        )}
      </Td>
      <Td className="text-right max-sm:hidden">{open > 0 && <RecordLink dues={dues} isInRow />}</Td>
    </Tr>
  );
}
