import { useInfiniteQuery } from '@tanstack/react-query';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryView, ShowMore } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { AuditRecord } from '../contract.ts';
import { formatActor } from '../words.ts';
import { phrases } from './phrases.ts';
import { recordsQuery } from './queries.ts';
import { SubjectLink } from './subject-link.tsx';
import type { AuditAddress } from './use-audit-address.ts';

/** The filtered records, newest first, loaded page by page. */
export function AuditList({ address }: { address: AuditAddress }) {
  const records = useInfiniteQuery(recordsQuery(address.search));
  return (
    <QueryView
      query={records}
      loading={<LoadingRows label="Loading the audit log..." className="p-5" rows={8} />}
      failure="Couldn't load the audit log."
    >
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return <NoRecords address={address} />;
        return (
          <>
            <ol aria-label="Records, newest first" aria-busy={records.isPlaceholderData}>
              {items.map((record) => (
                <Record key={record.id} record={record} onOpen={() => address.open(record.id)} />
              ))}
            </ol>
            <div className="p-4 empty:hidden sm:px-5">
              <ShowMore query={records} failure="Couldn't load more records." />
            </div>
          </>
        );
      }}
    </QueryView>
  );
}

function NoRecords({ address }: { address: AuditAddress }) {
  return address.isNarrowed ? (
    <EmptyState
      title="No records found"
      icon={<ScrollText />}
      action={<Button onClick={address.showEverything}>Clear Filters</Button>}
    >
      No activity matches these filters.
    </EmptyState>
  ) : (
    <EmptyState title="No activity yet" icon={<ScrollText />}>
      Every change in the chapter is recorded here.
    </EmptyState>
  );
}

function Record({ record, onOpen }: { record: AuditRecord; onOpen: () => void }) {
  const { chapter } = useSession();
  const { actor } = record;
  const sentence = phrases.describeRecord(record);
  const heading = `${formatActor(record)} ${phrases.describeAction(record)}`;
  const changes = sentence.slice(heading.length + 2);
  return (
    <li className="flex gap-3 border-b border-soft px-4 py-3 last:border-b-0 sm:px-5">
      <Avatar id={actor?.id ?? 'hub'} name={formatActor(record)} size="sm" />
      <div className="min-w-0 flex-1">
        <TextButton
          onClick={onOpen}
          className="min-h-6 text-ink! wrap-anywhere"
          aria-haspopup="dialog"
        >
          <span className="font-medium">{formatActor(record)}</span>{' '}
          {phrases.describeAction(record)}
        </TextButton>
        {changes && <p className="line-clamp-2 text-second wrap-anywhere">{changes}</p>}
        <DateText
          at={record.at}
          zone={chapter.timeZone}
          format="dateTime"
          className="block text-xs text-third"
        />
      </div>
      <SubjectLink record={record} />
    </li>
  );
}
