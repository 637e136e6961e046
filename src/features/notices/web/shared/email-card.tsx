import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type MailSwitch, mailSwitches } from '#kit/mail.ts';
import { call } from '#web/api/call.ts';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/fields/checkbox.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { emailCalls } from '../../contract.ts';
import { emailsQuery } from './emails-query.ts';

const fields: Record<MailSwitch, { label: string; description: string }> = {
  money: {
    label: 'Emails about money',
    description:
      'Payments to confirm, payments that were declined or reversed, new charges, and shares of $100 or more. Reminders of what is due come anyway; the treasurer can pause them.',
  },
  events: {
    label: 'Emails about events',
    description:
      "Invitations to new events, reminders before RSVPs close and the day before, a spot after the waitlist, and when an event you're invited to or going to is moved or canceled, with a file for your calendar",
  },
  weekly: {
    label: 'Weekly summary',
    description:
      "On Mondays, what is due, which events are next and what others look for, if you haven't been here for a week",
  },
};

/** Turns kinds of emails on and off, or says that the server sends none. */
export function EmailCard() {
  const client = useQueryClient();
  const found = useQuery(emailsQuery);
  const change = useMutation({
    mutationFn: (body: { mail: MailSwitch; isOn: boolean }) => call(emailCalls.change, { body }),
    onSuccess: (saved) => client.setQueryData(emailsQuery.queryKey, saved),
    onError: (error) =>
      toast.error({ title: "Couldn't save your email setting", description: error.message }),
  });
  const { data } = found;
  if (data?.isSent === false) {
    return <Card title="Emails" description="Email isn't set up on this server." />;
  }
  const isChecked = (mail: MailSwitch, saved: boolean) =>
    change.isPending && change.variables.mail === mail ? change.variables.isOn : saved;
  return (
    <Card title="Emails">
      {found.isPending ? (
        <LoadingRows label="Loading your email settings..." rows={3} />
      ) : data ? (
        <div className="flex flex-col gap-4">
          {mailSwitches.map((mail) => (
            <Switch
              key={mail}
              {...fields[mail]}
              checked={isChecked(mail, data[mail])}
              onCheckedChange={(isOn) => change.mutate({ mail, isOn })}
            />
          ))}
        </div>
      ) : (
        <QueryFailure title="Couldn't load your email settings." query={found} />
      )}
    </Card>
  );
}
