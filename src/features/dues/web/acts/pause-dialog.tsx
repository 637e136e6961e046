import { useState } from 'react';
import { addDays } from '#kit/calendar/month.ts';
import { type Day, formatDay } from '#kit/day.ts';
import { countCharacters } from '#kit/text.ts';
import { ActDialog } from '#web/screen/act-dialog.tsx';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { useToday } from '#web/screen/use-today.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { type MemberDues, maxNoteLength, maxPauseDays } from '../../contract.ts';
import { explainDay, lastPausedDay } from '../../due-day.ts';
import { usePause } from '../queries.ts';

const usualDays = 30;

/** Lets a member's reminders rest for a while. */
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
  const [isChecked, setChecked] = useState(false);
  const act = usePause(member.id);
  const save = useSubmitOnce(
    async (day: Day, why: string) => {
      await act.mutateAsync({ until: day, ...(why && { note: why }) });
      toast.success(`Reminders paused until ${formatDay(day)}`);
      onClose();
    },
    () => {},
  );
  const wrongDay = explainDay(until, today, last);
  const isNoteTooLong = countCharacters(note.trim()) > maxNoteLength;
  const submit = () => {
    setChecked(true);
    if (until !== '' && !wrongDay && !isNoteTooLong) save(until, note.trim());
  };
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title="Pause Reminders"
      description={`${member.name} gets no reminders until then. What is late stays late.`}
      label="Pause Reminders"
      busyLabel="Pausing..."
      act={act}
      isChanged={until !== begun.until || note !== begun.note}
      onSubmit={submit}
    >
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
        error={
          isChecked && isNoteTooLong ? `Must be at most ${maxNoteLength} characters` : undefined
        }
      />
    </ActDialog>
  );
}
