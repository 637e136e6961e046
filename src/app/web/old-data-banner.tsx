import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useSyncExternalStore } from 'react';
import { sessionKey } from '#features/identity/keys.ts';
import { toServerTime, useConnection } from '#web/api/freshness.ts';
import { formatMoment } from '#web/screen/as-of.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';

const retryMilliseconds = 15_000;

const reasons = {
  offline: "You're offline.",
  unreachable: "Can't reach the server.",
  failing: "Couldn't refresh.",
};

/** Says on every screen, while what it shows cannot be read again, from when that is. */
export function OldDataBanner() {
  const connection = useConnection();
  const client = useQueryClient();
  const retry = () => void client.refetchQueries({ type: 'active' });
  useEffect(() => {
    if (connection === 'online' || connection === 'offline') return undefined;
    const timer = setInterval(() => client.refetchQueries({ type: 'active' }), retryMilliseconds);
    return () => clearInterval(timer);
  }, [connection, client]);
  return (
    <div role="status" className="mb-4 empty:hidden print:hidden">
      {connection !== 'online' && (
        <p className="flex items-center gap-2.5 rounded-control border border-line bg-surface px-3.5 py-2 text-second">
          <CloudOff aria-hidden="true" className="size-4 shrink-0 text-third" />
          <span>
            {reasons[connection]} <ShownFrom />
          </span>
          {connection !== 'offline' && (
            <TextButton onClick={retry} className="ml-auto font-medium">
              Retry
            </TextButton>
          )}
        </p>
      )}
    </div>
  );
}

function ShownFrom() {
  const client = useQueryClient();
  const at = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    () => findOldest(client),
  );
  return at !== undefined && `Showing ${formatMoment(toServerTime(at))}.`;
}

/** When the oldest was read that the screen shows. The session says nothing about the chapter. */
function findOldest(client: QueryClient): number | undefined {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey }) => queryKey[0] !== sessionKey[0])
    .map(({ state }) => state.dataUpdatedAt)
    .filter((time) => time > 0);
  return times.length > 0 ? Math.min(...times) : undefined;
}
