import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Switch } from '#web/ui/fields/checkbox.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { eventMailCalls } from '../../event-mail-contract.ts';
import { eventMailsQuery } from './event-mails-query.ts';

/** Turns emails about events on and off, or says that the server sends none. */
export function EventMailCard() {
  const client = useQueryClient();
  const found = useQuery(eventMailsQuery);
  const change = useMutation({
    mutationFn: (isOn: boolean) => call(eventMailCalls.change, { body: { isOn } }),
    onSuccess: (saved) => client.setQueryData(eventMailsQuery.queryKey, saved),
    onError: (error) =>
      toast.error({ title: "Couldn't save your email setting", description: error.message }),
  });
  const { data } = found;
  if (data?.isSent === false) {
    return <Card title="Emails" description="Email isn't set up on this server." />;
  }
  return (
    <Card title="Emails">
      {found.isPending ? (
        <Loading label="Loading your email setting...">
          <SkeletonRows rows={1} />
        </Loading>
      ) : data ? (
        <Switch
          label="Emails about events"
          description="Invitations to new events, and when an event you're invited to or going to is moved or canceled, with a file for your calendar"
          checked={change.isPending ? change.variables : data.isOn}
          onCheckedChange={(isOn) => change.mutate(isOn)}
        />
      ) : (
        <ErrorState
          title="Couldn't load your email setting."
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        >
          {found.error?.message}
        </ErrorState>
      )}
    </Card>
  );
}
