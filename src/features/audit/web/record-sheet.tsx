import { useQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { BeforeAfter } from '#web/ui/overlays/history.tsx';
import { Sheet, SheetSection } from '#web/ui/overlays/sheet.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { AuditDetail } from '../contract.ts';
import { formatActor, startingWithCapital } from '../words.ts';
import { phrases } from './phrases.ts';
import { recordQuery } from './queries.ts';
import { SubjectLink } from './subject-link.tsx';

/** One record: its changes and its position in the hash chain. */
export function RecordSheet({
  recordId,
  open,
  onClose,
}: OverlayProps & {
  recordId: Id<'audit'>;
}) {
  const record = useQuery({ ...recordQuery(recordId), enabled: open });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        <span className="wrap-anywhere">
          {record.data
            ? `${formatActor(record.data)} ${phrases.describeAction(record.data)}`
            : 'Record'}
        </span>
      }
      subjectId={recordId}
    >
      <QueryView
        query={record}
        loading={<LoadingRows label="Loading the record..." className="p-5" rows={5} />}
        failure="Couldn't load the record."
        notFound={<EmptyState title="Record not found">This record doesn't exist.</EmptyState>}
      >
        {(detail) => <RecordDetails record={detail} />}
      </QueryView>
    </Sheet>
  );
}

function RecordDetails({ record }: { record: AuditDetail }) {
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
                  <BeforeAfter before={before ?? undefined} after={after ?? undefined} />
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
          <Detail name="Who">{formatActor(record)}</Detail>
          <Detail name="Action">{startingWithCapital(phrases.formatAction(record.action))}</Detail>
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
