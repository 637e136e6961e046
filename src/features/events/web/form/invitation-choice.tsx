import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { formatLocal, localToDay } from '#kit/day.ts';
import { callQuery } from '#web/api/call-query.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { eventMailCalls } from '../../event-mail-contract.ts';
import { eventMailsKey } from '../../keys.ts';
import type { EventForm } from './event-form.ts';

const eventMailsQuery = callQuery(eventMailsKey, eventMailCalls.detail, {});

/** Whether members are emailed about a new event. Not shown where no emails are sent, or if it is over. */
export function InvitationChoice({
  checked,
  onCheckedChange,
  timeZone,
}: {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  timeZone: string;
}) {
  const { data } = useQuery(eventMailsQuery);
  const [startDate, endDate, repeats] = useWatch<EventForm, ['startDate', 'endDate', 'repeats']>({
    name: ['startDate', 'endDate', 'repeats'],
  });
  const today = localToDay(formatLocal(Temporal.Now.plainDateTimeISO(timeZone)));
  const isOver = repeats === 'never' && (endDate || startDate || today) < today;
  if (!data?.isSent || isOver) return null;
  return (
    <Checkbox
      label="Email members an invitation"
      description={`Everyone who wants emails about events gets one${
        repeats === 'never' ? '' : ' about the next date'
      }, with a file for their calendar. It's sent after five minutes without changes.`}
      checked={checked}
      onCheckedChange={onCheckedChange}
    />
  );
}
