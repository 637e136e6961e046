import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AttachedFileList, AttachedFiles } from '#features/files/web/shared/attached-files.tsx';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';
import type { EventDetail } from '../../event.ts';
import { useEventRights } from '../use-event-rights.ts';
import { addFile, filesQuery, getFileAddress, removeFile } from './file-queries.ts';

/** Agenda and slides of this date, which those who may edit the event add and remove. */
export function FilesSection({ event }: { event: EventDetail }) {
  const client = useQueryClient();
  const { fileIds, occurrenceId } = event;
  const count = fileIds.length;
  const query = useQuery({ ...filesQuery(occurrenceId), enabled: count > 0 });
  const { mayChange } = useEventRights();
  const props = {
    purpose: 'document',
    calls: {
      add: (fileId) => addFile(client, occurrenceId, fileId),
      remove: (fileId) => removeFile(client, occurrenceId, fileId),
      getAddress: (fileId, which) => getFileAddress(occurrenceId, fileId, which),
    },
    items: query.data?.filter(({ id }) => fileIds.includes(id)),
    count,
    error: query.error,
    onRetry: () => void query.refetch(),
  } satisfies Parameters<typeof AttachedFileList>[0];
  return (
    <SheetSection
      title={event.isRecurring ? 'Files of This Date' : 'Files'}
      aside={count > 0 && count}
    >
      {mayChange(event) ? (
        // Those of another date are not mixed with what is being uploaded to this one.
        <AttachedFiles key={occurrenceId} {...props} mayRemove={() => true} />
      ) : (
        <AttachedFileList {...props} />
      )}
    </SheetSection>
  );
}
