import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { membersQuery } from '#features/members/web/queries.ts';
import { useSession } from '#web/api/session.ts';
import { findSharers, joinPeople } from './columns/member-columns.ts';
import { ExpenseTable, type ExpenseTableProps, type SortedProps } from './expense-table.tsx';

type Props = ExpenseTableProps & SortedProps & { hasAllMembers: boolean };

/**
 * The table with a column for each member who has a share on the page, or for all members. Thousands
 * of cells take a moment to change, so what was pressed is painted before.
 */
export function MembersTable(props: Props) {
  const shown = useDeferredValue(props);
  return <ColumnsOfMembers {...shown} />;
}

function ColumnsOfMembers({ hasAllMembers, ...table }: Props) {
  const { me } = useSession();
  const members = useQuery({ ...membersQuery, enabled: hasAllMembers });
  const { expenses } = table;
  const everyone = members.data?.items.map(({ id, displayName }) => ({ id, name: displayName }));
  // Former members stay, and everyone until all members are loaded.
  const people = hasAllMembers
    ? joinPeople(everyone ?? [], table.people, me.memberId)
    : table.people;
  const columns = hasAllMembers ? people : findSharers(people, expenses);
  return (
    <>
      {hasAllMembers && members.isError && !members.data && (
        <p role="alert" className="px-4 py-2 text-owes sm:px-5">
          Couldn't load all members. {members.error.message}
        </p>
      )}
      <ExpenseTable {...table} people={people} columns={columns} />
    </>
  );
}
