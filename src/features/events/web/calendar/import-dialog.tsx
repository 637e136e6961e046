import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { plural } from '#kit/counts.ts';
import { formatDay, formatLocalTime, type LocalDateTime, localToDay } from '#kit/day.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { FileButton } from '#web/ui/fields/file-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { isAllDay, lastDayOfAllDay } from '../../all-day.ts';
import type { Calendar } from '../../contract.ts';
import { type ImportedEvent, type ImportReport, maxImportLength } from '../../feed-contract.ts';
import { useImport } from './feed-queries.ts';

type ChosenFile = { readonly name: string; readonly text: string; readonly report: ImportReport };

/** Imports an iCalendar file after previewing the result for each event. */
export function ImportDialog({
  calendar,
  open,
  onClose,
}: {
  calendar: Calendar;
  open: boolean;
  onClose: () => void;
}) {
  const preview = useImport(calendar.id);
  const apply = useImport(calendar.id);
  const [chosen, setChosen] = useState<ChosenFile>();
  const [failure, setFailure] = useState<string>();
  const [includesPrivate, setIncludesPrivate] = useState(false);
  const importableCount = chosen?.report.items.filter(isWritten).length ?? 0;

  const look = async (name: string, read: () => Promise<string>, withPrivate: boolean) => {
    setFailure(undefined);
    apply.reset();
    try {
      const text = await read();
      const report = await preview.mutateAsync({
        text,
        isDryRun: true,
        includesPrivate: withPrivate,
      });
      setChosen({ name, text, report });
      setIncludesPrivate(withPrivate);
    } catch (error) {
      const outcomeBadges =
        error instanceof Error ? describeFailure(error, { isSavedOnce: false }) : 'Try again.';
      setFailure(`Couldn't read the file. ${outcomeBadges}`);
    }
  };
  const choose = async (file: File) => {
    setChosen(undefined);
    if (file.size > maxImportLength) return setFailure('The file can be at most 200 KB');
    await look(file.name, () => file.text(), false);
  };
  const submit = () => {
    if (!chosen || importableCount === 0 || apply.isPending) return;
    apply.mutate(
      { text: chosen.text, isDryRun: false, includesPrivate },
      {
        onSuccess: ({ items }) => {
          const written = items.filter(isWritten).length;
          toast.success(`${plural(written, 'event')} imported`);
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Import Events"
      description={`From an iCalendar file (.ics) into ${calendar.name}`}
      size="lg"
      isBusy={apply.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      isChanged={chosen !== undefined}
      footer={
        <>
          <DialogClose disabled={apply.isPending} />
          <Button
            type="submit"
            variant="primary"
            disabled={importableCount === 0}
            isBusy={apply.isPending}
            busyLabel="Importing..."
          >
            {`Import ${plural(importableCount, 'Event')}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure !== undefined && <Notice tone="error">{failure}</Notice>}
        {apply.isError && (
          <Notice tone="error">
            Couldn't import the events. {describeFailure(apply.error, { isSavedOnce: false })}
          </Notice>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            label="Calendar file"
            accept=".ics,text/calendar"
            icon={<FileUp aria-hidden="true" />}
            isBusy={preview.isPending}
            busyLabel="Reading..."
            onFile={choose}
          >
            Choose File
          </FileButton>
          <span className="min-w-0 wrap-anywhere text-second">
            {chosen?.name ?? 'At most 500 events and 200 KB'}
          </span>
        </div>
        {chosen?.report.items.some(({ isPrivate }) => isPrivate) && (
          <Checkbox
            label="Include private events"
            description="Everyone in the chapter will see them."
            checked={includesPrivate}
            disabled={preview.isPending || apply.isPending}
            onCheckedChange={(checked) =>
              look(chosen.name, () => Promise.resolve(chosen.text), checked)
            }
          />
        )}
        {chosen && <Report items={chosen.report.items} />}
      </div>
    </Dialog>
  );
}

function isWritten({ outcome }: ImportedEvent): boolean {
  return outcome === 'new' || outcome === 'updated' || outcome === 'canceled';
}

const outcomeBadges = {
  new: ['New', 'owed'],
  updated: ['Updated', 'info'],
  canceled: ['Canceled', 'warn'],
  unchanged: ['Unchanged', 'outline'],
  refused: ['Not imported', 'warn'],
} as const;

function describeTimes({ startDate, endDate }: ImportedEvent): string {
  if (startDate === null) return 'No date';
  if (endDate !== null && isAllDay(startDate, endDate)) {
    const [first, last] = [localToDay(startDate), lastDayOfAllDay(endDate)];
    const days = first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
    return `${days}, all day`;
  }
  const from = describeTime(startDate);
  if (endDate === null || endDate === startDate) return from;
  const isSameDay = localToDay(startDate) === localToDay(endDate);
  return `${from} – ${isSameDay ? formatLocalTime(endDate) : describeTime(endDate)}`;
}

function describeTime(local: LocalDateTime): string {
  return `${formatDay(localToDay(local))}, ${formatLocalTime(local)}`;
}

function Report({ items }: { items: readonly ImportedEvent[] }) {
  if (items.length === 0) return <p className="text-second">This file contains no events.</p>;
  return (
    <section
      aria-label="Events to import"
      // Focusable, so that a long list can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-80 overflow-y-auto"
    >
      <ul className="divide-y divide-soft">
        {items.map((item, index) => (
          <li key={index} className="flex items-start gap-3 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">{item.title}</p>
              <p className="text-xs text-third">
                {describeTimes(item)}
                {item.isRecurring && ', repeats'}
              </p>
              {item.losses.map((loss) => (
                <p key={loss} className="text-xs wrap-anywhere text-second">
                  {loss}
                </p>
              ))}
              {item.reason !== null && <p className="text-xs text-second">{item.reason}</p>}
            </div>
            <Badge tone={outcomeBadges[item.outcome][1]}>{outcomeBadges[item.outcome][0]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
