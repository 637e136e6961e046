import { useQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { CallError } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Sheet, SheetSection } from '#web/ui/overlays/sheet.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import type { AuditDetail } from '../contract.ts';
import { actionWords, actorOf, deedOf, startingWithCapital } from '../words.ts';
import { recordQuery } from './queries.ts';
import { SubjectLink } from './subject-link.tsx';

/** One record: all that it changed, and where it stands in the chain. */
export function RecordSheet({
  recordId,
  open,
  onClose,
}: {
  recordId: Id<'audit'>;
  open: boolean;
  onClose: () => void;
}) {
  const record = useQuery({ ...recordQuery(recordId), enabled: open });
  const isMissing = record.error instanceof CallError && record.error.status === 404;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        <span className="wrap-anywhere">
          {record.data ? `${actorOf(record.data)} ${deedOf(record.data)}` : 'Record'}
        </span>
      }
      subjectId={recordId}
    >
      {record.data ? (
        <Told record={record.data} />
      ) : isMissing ? (
        <EmptyState title="Record not found">This record doesn't exist.</EmptyState>
      ) : record.isError ? (
        <ErrorState
          title="Couldn't load the record."
          onRetry={() => void record.refetch()}
          isRetrying={record.isFetching}
        >
          {record.error.message}
        </ErrorState>
      ) : (
        <Loading label="Loading the record..." className="p-5">
          <SkeletonRows rows={5} />
        </Loading>
      )}
    </Sheet>
  );
}

function Told({ record }: { record: AuditDetail }) {
  const { chapter } = useSession();
  return (
    <>
      <SheetSection title="What changed" aside={<SubjectLink record={record} />}>
        {record.changes.length === 0 ? (
          <p className="text-third">No further details.</p>
        ) : (
          <dl className="grid grid-cols-1 gap-y-3">
            {record.changes.map(({ field, before, after }) => (
              <div key={field}>
                <dt className="text-third first-letter:uppercase">{field}</dt>
                <dd className="tabular whitespace-pre-wrap wrap-anywhere">
                  {before !== null && <del className="text-third">{before}</del>}
                  {before !== null && after !== null && (
                    <>
                      <span aria-hidden="true" className="text-third">
                        {' → '}
                      </span>
                      <span className="sr-only"> changed to </span>
                    </>
                  )}
                  {after !== null && <ins className="no-underline">{after}</ins>}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </SheetSection>
      <SheetSection title="Record">
        <DetailList>
          <Detail name="When">
            <DateText at={record.at} zone={chapter.timeZone} format="dateTime" />
          </Detail>
          <Detail name="Who">{actorOf(record)}</Detail>
          <Detail name="Action">{startingWithCapital(actionWords(record.action))}</Detail>
          <Detail name="Number">{record.seq}</Detail>
          <Detail name="About" isCode>
            <span className="min-w-0 truncate">{record.subjectId}</span>
            <CopyButton value={record.subjectId} label="Subject ID" />
          </Detail>
          <Detail name="Hash" isCode>
            <span className="min-w-0 truncate">{record.hash}</span>
            <CopyButton value={record.hash} label="Hash" />
          </Detail>
        </DetailList>
      </SheetSection>
    </>
  );
}
