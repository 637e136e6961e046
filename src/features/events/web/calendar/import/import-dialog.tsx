import { useQuery, useQueryClient } from '@tanstack/react-query';
import FileUp from 'lucide-react/icons/file-up';
import { useEffect, useRef, useState } from 'react';
import { formatCount, plural } from '#kit/counts.ts';
import { describeFailure } from '#web/api/call-error.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { FileButton } from '#web/ui/fields/file-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { SkeletonRows } from '#web/ui/states/skeleton.tsx';
import { type CalendarImport, maxFileBytes, maxFileEvents } from '../../../import-contract.ts';
import type { Calendar } from '../../../listing-contract.ts';
import { calendarsQuery } from '../../queries.ts';
import { countWritten, describeDone } from './import-counts.ts';
import { ImportProgress } from './import-progress.tsx';
import {
  importQuery,
  isAtWork,
  useCancelImport,
  useSendFile,
  useStartImport,
} from './import-queries.ts';
import { ImportReport } from './import-report.tsx';
import { notifyDone, stopWatchingImport, watchImport } from './watch-import.ts';

/**
 * Imports an iCalendar file after a preview. The file is read and imported in the background: the dialog can be
 * closed meanwhile, and shows the latest import when it is opened again.
 */
export function ImportDialog({
  calendar,
  open,
  onClose,
}: OverlayProps & {
  calendar: Calendar;
}) {
  const query = useQuery({ ...importQuery, enabled: open });
  const send = useSendFile(calendar.id);
  const start = useStartImport();
  const cancel = useCancelImport();
  const [failure, setFailure] = useState<string>();
  const [includesPrivate, setIncludesPrivate] = useState(false);
  const calendars = useQuery(calendarsQuery);
  const shown = query.data ?? undefined;
  const isWorking = isAtWork(shown);
  const target = calendars.data?.find(({ id }) => id === shown?.calendarId) ?? calendar;
  const canStart = shown?.phase === 'ready' || shown?.phase === 'interrupted';
  const importable = canStart ? countWritten(shown, includesPrivate) : 0;
  // The button keeps the focus until the dialog closes.
  const isImporting = start.isPending || shown?.phase === 'importing';
  useFinishedImport(shown, { open, onClose });

  const choose = async (file: File) => {
    start.reset();
    cancel.reset();
    setFailure(undefined);
    setIncludesPrivate(false);
    if (file.size > maxFileBytes) return setFailure('The file can be at most 5 MB');
    await send.mutateAsync(file).catch((error: unknown) => {
      const reason = error instanceof Error ? describeFailure(error, { isSavedOnce: false }) : '';
      setFailure(`Couldn't read the file. ${reason}`);
    });
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Import Events"
      description={`From an iCalendar file (.ics) into ${target.name}`}
      size="lg"
      onSubmit={(event) => {
        event.preventDefault();
        if (shown && importable > 0 && !start.isPending) {
          start.mutate({ id: shown.id, includesPrivate });
        }
      }}
      isChanged={false}
      footer={
        <>
          {isWorking && shown && (
            <Button
              isBusy={cancel.isPending}
              busyLabel="Canceling..."
              onClick={() => cancel.mutate(shown)}
            >
              Cancel Import
            </Button>
          )}
          <DialogClose>{isWorking ? 'Close' : 'Cancel'}</DialogClose>
          <Button
            type="submit"
            variant="primary"
            disabled={importable === 0 && !isImporting}
            isBusy={isImporting}
            busyLabel="Importing..."
          >
            {`Import ${plural(importable, 'Event')}`}
          </Button>
        </>
      }
    >
      <QueryView
        query={query}
        loading={<SkeletonRows rows={3} />}
        failure="Couldn't load your last import."
      >
        {() => (
          <div className="flex flex-col gap-4">
            {failure !== undefined && <Notice tone="error">{failure}</Notice>}
            <WriteFailure
              lead="Couldn't import the events."
              error={start.error}
              isSavedOnce={false}
            />
            <WriteFailure lead="Couldn't cancel the import." error={cancel.error} />
            {failure === undefined && !send.isPending && shown && <Outcome shown={shown} />}
            <div className="flex flex-wrap items-center gap-3">
              {shown?.phase !== 'importing' && (
                <FileButton
                  label="Calendar file"
                  accept=".ics,text/calendar"
                  icon={<FileUp aria-hidden="true" />}
                  isBusy={send.isPending || shown?.phase === 'reading'}
                  busyLabel={send.isPending ? 'Sending...' : 'Reading...'}
                  onFile={choose}
                >
                  Choose File
                </FileButton>
              )}
              <span className="min-w-0 wrap-anywhere text-second">
                {shown?.fileName ?? `At most ${formatCount(maxFileEvents)} events and 5 MB`}
              </span>
            </div>
            {isWorking && shown && <ImportProgress {...shown} />}
            {canStart && countWritten(shown, true) > countWritten(shown, false) && (
              <Checkbox
                label="Include private events"
                description="Everyone in the chapter will see them."
                checked={includesPrivate}
                disabled={start.isPending}
                onCheckedChange={setIncludesPrivate}
              />
            )}
            {shown && (canStart || shown.phase === 'done') && (
              <ImportReport
                key={shown.id}
                shown={shown}
                leavesPrivate={canStart && !includesPrivate}
              />
            )}
          </div>
        )}
      </QueryView>
    </Dialog>
  );
}

function Outcome({ shown }: { shown: CalendarImport }) {
  switch (shown.phase) {
    case 'failed':
      return <Notice tone="error">Couldn't import the file. {shown.problem?.message}</Notice>;
    case 'interrupted':
      return <Notice tone="warn">{shown.problem?.message}</Notice>;
    case 'canceled':
      return <Notice>Canceled. Nothing was imported.</Notice>;
    case 'done':
      return <Notice>{describeDone(shown)}</Notice>;
    default:
      return null;
  }
}

/** While the dialog is open, an import that is done closes it. After that the import is watched without it. */
function useFinishedImport(
  shown: CalendarImport | undefined,
  { open, onClose }: OverlayProps,
): void {
  const client = useQueryClient();
  const watched = useRef<CalendarImport['id']>(undefined);
  useEffect(() => {
    if (!open) return undefined;
    stopWatchingImport();
    return () => watchImport(client);
  }, [open, client]);
  useEffect(() => {
    if (!open) return;
    if (shown?.phase === 'importing') watched.current = shown.id;
    if (shown?.phase !== 'done' || watched.current !== shown.id) return;
    watched.current = undefined;
    notifyDone(client, shown);
    onClose();
  }, [shown, client, open, onClose]);
}
