import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '#web/api/call.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { callQuery } from '#web/api/call-query.ts';
import { useSession } from '#web/api/session.ts';
import { useWrite } from '#web/api/use-write.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { buttonClass } from '#web/ui/actions/button-class.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { type Ask, asksCall } from '../../asks-contract.ts';
import { membersKey } from '../../keys.ts';
import { writeOffer } from './write-offer.ts';

export const asksQuery = callQuery([...membersKey, 'asks'], asksCall, {});

/** What a few members look for, others each day, and whether the user still looks for theirs. */
export function AsksCard() {
  const { me } = useSession();
  const asks = useQuery(asksQuery);
  return (
    <Card title="Asks">
      <QueryView
        query={asks}
        loading={<LoadingRows label="Loading asks..." rows={3} />}
        failure="Couldn't load asks."
      >
        {({ items, mine }) => (
          <>
            <ul className="-my-2 divide-y divide-soft empty:hidden">
              {mine && !mine.isFresh && <OldAsk {...mine} />}
              {items.map((ask) => (
                <AskRow key={ask.memberId} ask={ask} />
              ))}
            </ul>
            {items.length === 0 && mine?.isFresh !== false && (
              <p className="text-second">
                {mine ? 'No other asks right now.' : 'No asks right now.'}
              </p>
            )}
            {!mine && (
              <p className="mt-3 text-xs text-third">
                <TextLink
                  to="/members/$memberId"
                  params={{ memberId: me.memberId }}
                  state={{ editsProfile: true }}
                >
                  Add Your Ask
                </TextLink>
              </p>
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}

const rowClass = 'flex flex-wrap items-center justify-end gap-x-4 gap-y-2 py-3';

function AskRow({ ask }: { ask: Ask }) {
  const { me } = useSession();
  const { memberId, displayName, firstName, asks, email } = ask;
  const profile = { to: '/members/$memberId', params: { memberId } } as const;
  return (
    <li className={rowClass}>
      <div className="flex min-w-0 flex-1 basis-56 items-center gap-3">
        <Avatar id={memberId} name={displayName} size="md" />
        <p className="min-w-0">
          <span className="text-xs text-third">
            <Link {...profile} className="underline-offset-3 hover:underline">
              {displayName}
            </Link>{' '}
            is looking for
          </span>
          <span className="line-clamp-2 font-medium text-ink wrap-anywhere">{asks}</span>
        </p>
      </div>
      {email === '' ? (
        <LinkButton {...profile} size="sm" aria-label={`Profile of ${displayName}`}>
          Profile
        </LinkButton>
      ) : (
        <a
          href={writeOffer({ email, firstName, asks }, me.displayName)}
          aria-label={`I Can Help ${displayName}`}
          className={buttonClass({ size: 'sm' })}
        >
          I Can Help
        </a>
      )}
    </li>
  );
}

/** Only its owner sees it by then. */
function OldAsk({ asks, version }: { asks: string; version: number }) {
  const { me } = useSession();
  const change = useWrite(membersKey, async (body: { keepsAsks: true } | { asks: null }) => {
    // Few see these buttons, and all would load the calls of profiles with Home.
    const { profileCalls } = await import('../../profile-contract.ts');
    const params = { memberId: me.memberId };
    return call(profileCalls.change, { params, body, ifMatch: version });
  });
  return (
    <li className={rowClass}>
      <p className="min-w-0 flex-1 basis-56">
        <span className="text-xs text-third">Still looking?</span>
        <span className="line-clamp-2 font-medium text-ink wrap-anywhere">{asks}</span>
      </p>
      <span className="flex gap-2">
        <Button
          size="sm"
          isBusy={change.isPending && 'keepsAsks' in change.variables}
          busyLabel="Keeping..."
          onClick={() => change.mutate({ keepsAsks: true })}
        >
          Keep
        </Button>
        <Button
          size="sm"
          variant="ghost"
          isBusy={change.isPending && 'asks' in change.variables}
          busyLabel="Clearing..."
          onClick={() => change.mutate({ asks: null })}
        >
          Clear
        </Button>
      </span>
      {change.error && (
        <p role="alert" className="basis-full text-right text-xs text-owes">
          Couldn't save it. {describeFailure(change.error)}
        </p>
      )}
    </li>
  );
}
