import { useState } from 'react';
import { addDays } from '#kit/calendar/month.ts';
import { type Day, formatDay } from '#kit/day.ts';
import { ActDialog } from '#web/screen/act-dialog.tsx';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useToday } from '#web/screen/use-today.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { type MemberDues, maxPauseDays, noteText } from '../../contract.ts';
import { explainDay, lastPausedDay } from '../../due-day.ts';
import { explain } from '../form/charge-form.ts';
import { usePause } from '../queries.ts';

const usualDays = 30;

export function PauseDialog({
  dues: { member, pausedUntil, pauseNote },
  open,
  onClose,
}: OverlayProps & { dues: MemberDues }) {
  const today = useToday();
  const last = lastPausedDay(today);
  const [begun] = useState({
    until: (pausedUntil ?? addDays(today, usualDays)) as Day | '',
    note: pauseNote ?? '',
  });
  const [{ until, note }, setForm] = useState(begun);
  const act = usePause(member.id);
  const why = note.trim();
  const wrongDay = explainDay(until, today, last);
  const wrongNote = explain(noteText, note);
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title="Pause Reminders"
      description={`${member.name} gets no reminders until then. What is late stays late.`}
      label="Pause Reminders"
      busyLabel="Pausing..."
      done={`Reminders paused until ${until && formatDay(until)}`}
      act={act}
      isChanged={until !== begun.until || note !== begun.note}
      isWrong={wrongDay !== undefined || wrongNote !== undefined}
      run={() => act.mutateAsync({ until: until as Day, ...(why && { note: why }) })}
    >
      {(isChecked) => (
        <>
          <DateField
            label="Until"
            required
            value={until}
            min={today}
            max={last}
            onValueChange={(day) => setForm({ until: day, note })}
            help={`At most ${maxPauseDays} days.`}
            error={isChecked ? wrongDay : undefined}
          />
          <TextArea
            label="Note"
            rows={2}
            value={note}
            onChange={(event) => setForm({ until, note: event.target.value })}
            help="For example, what you agreed on."
            error={isChecked ? wrongNote : undefined}
          />
        </>
      )}
    </ActDialog>
  );
}
