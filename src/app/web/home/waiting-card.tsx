import { useQueries } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { formatCount } from '#kit/counts.ts';
import { useSession } from '#web/api/session.ts';
import { toOptions, type WaitingItem } from '#web/home-entries.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { listWaitingFor } from './entries.ts';

/** Only while the page is seen. */
const refreshing = { refetchInterval: 30_000 };

/** What waits for the user, by role, the most pressing first. */
export function WaitingCard() {
  const session = useSession();
  const items = listWaitingFor(session.me);
  const needed = useQueries({
    queries: items.map(({ read }) => ({ ...toOptions(read), ...refreshing })),
  });
  const waiting = items.flatMap(({ describe }, at) => {
    const reply = needed[at]?.data;
    const item = reply === undefined ? undefined : describe(reply, session);
    return item && item.count > 0 ? [item] : [];
  });
  const failed = needed.filter(({ data, error }) => data === undefined && error);
  const isLoading = needed.some(({ data, error }) => data === undefined && !error);
  return (
    <Card title="Waiting for You">
      {isLoading ? (
        <LoadingRows label="Loading what waits for you..." rows={2} />
      ) : (
        <ul className="-my-2 divide-y divide-soft empty:hidden">
          {waiting.map((item) => (
            <WaitingRow key={item.label} {...item} />
          ))}
        </ul>
      )}
      {!isLoading && failed.length === 0 && waiting.length === 0 && (
        <p className="text-second">Nothing is waiting for you.</p>
      )}
      {failed.length > 0 && (
        <div role="alert" className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-second">Couldn't load everything that waits for you.</p>
          <Button
            size="sm"
            isBusy={failed.some(({ isFetching }) => isFetching)}
            busyLabel="Retrying..."
            onClick={() => {
              for (const query of failed) void query.refetch();
            }}
          >
            Retry
          </Button>
        </div>
      )}
    </Card>
  );
}

function WaitingRow({ count, label, isCountHidden, link }: ReturnType<WaitingItem['describe']>) {
  return (
    <li>
      <TextLink
        {...link}
        className="flex min-h-11 items-center justify-between gap-3 py-2 text-ink!"
      >
        <span className="min-w-0">
          {!isCountHidden && (
            <>
              <span className="tabular font-semibold">{formatCount(count)}</span>{' '}
            </>
          )}
          {label}
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-third" />
      </TextLink>
    </li>
  );
}
