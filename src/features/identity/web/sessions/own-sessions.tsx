import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#kit/day.ts';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { deviceName } from '../../device-name.ts';
import type { OwnSession } from '../../own-account-contract.ts';
import { ownSessionsQuery, useEndSessions } from './own-session-queries.ts';

/** Lists the account's sessions, each of which can be ended. */
export function OwnSessions() {
  const sessions = useQuery(ownSessionsQuery);
  const end = useEndSessions();
  const endSessions = async (which: { sessionId: string } | 'others', message: string) => {
    try {
      await end.mutateAsync(which);
      toast.success(message);
    } catch {
      toast.error("Couldn't end the session.");
    }
  };
  const others = sessions.data?.filter(({ isThis }) => !isThis) ?? [];
  return (
    <Card
      title="Where You're Signed In"
      actions={
        others.length > 1 && (
          <Button
            size="sm"
            isBusy={end.isPending}
            onClick={() => void endSessions('others', 'Signed out everywhere else')}
          >
            Sign Out Everywhere Else
          </Button>
        )
      }
    >
      {sessions.isPending && <LoadingRows label="Loading sessions..." rows={2} />}
      {sessions.isError && !sessions.data && (
        <QueryFailure title="Couldn't load your sessions." query={sessions} />
      )}
      <ul className="divide-y divide-soft">
        {sessions.data?.map((session) => (
          <OwnSessionRow
            key={session.id}
            session={session}
            isBusy={end.isPending}
            onEnd={() => void endSessions({ sessionId: session.id }, 'Session ended')}
          />
        ))}
      </ul>
    </Card>
  );
}

function OwnSessionRow({
  session,
  isBusy,
  onEnd,
}: {
  session: OwnSession;
  isBusy: boolean;
  onEnd: () => void;
}) {
  const { chapter } = useSession();
  const device = deviceName(session.userAgent);
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{device}</p>
        <p className="text-xs text-third">
          Last used <DateText at={session.lastUsedAt} zone={chapter.timeZone} format="dateTime" />
        </p>
      </div>
      {session.isThis ? (
        <Badge tone="info">This device</Badge>
      ) : (
        <Button
          size="sm"
          isBusy={isBusy}
          aria-label={`Sign out of ${device}, last used ${formatDateTime(session.lastUsedAt, chapter.timeZone)}`}
          onClick={onEnd}
        >
          Sign Out
        </Button>
      )}
    </li>
  );
}
