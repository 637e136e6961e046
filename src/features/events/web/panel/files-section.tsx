import { useQueryClient } from '@tanstack/react-query';
import { AttachedFileList, AttachedFiles } from '#features/files/web/shared/attached-files.tsx';
import { useAttachedFiles } from '#features/files/web/shared/use-attached-files.ts';
import { buildUrl } from '#web/api/api-base.ts';
import { call } from '#web/api/call.ts';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';
import type { EventDetail } from '../../event.ts';
import { eventFileCalls } from '../../event-file-contract.ts';
import { eventsKey } from '../../keys.ts';
import { useEventRights } from '../use-event-rights.ts';

/** Agenda and slides of this date, which those who may edit the event add and remove. */
export function FilesSection({ event }: { event: EventDetail }) {
  const client = useQueryClient();
  const { fileIds, occurrenceId } = event;
  const count = fileIds.length;
  const params = { occurrenceId };
  const files = useAttachedFiles(
    {
      queryKey: [...eventsKey, 'files', occurrenceId],
      list: (signal) => call(eventFileCalls.list, { params, signal }),
      add: (fileId) => call(eventFileCalls.add, { params, body: { fileIds: [fileId] } }),
      remove: (fileId) => call(eventFileCalls.remove, { params: { ...params, fileId } }),
      getAddress: (fileId, which = 'read') =>
        buildUrl(eventFileCalls[which], { params: { ...params, fileId } }),
      // No list names them.
      refresh: () => client.invalidateQueries({ queryKey: [...eventsKey, 'one'] }),
    },
    count > 0,
  );
  const { mayChange } = useEventRights();
  const props = {
    ...files,
    purpose: 'document' as const,
    items: files.items?.filter(({ id }) => fileIds.includes(id)),
    count,
  };
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
