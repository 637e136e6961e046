import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Instant } from '#kit/day.ts';
import { useSession } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import type { SecondFactorView } from '../../factor-contract.ts';
import { secondFactorQuery } from './factor-queries.ts';

const dialogs = {
  'set-up': lazyNamed(() => import('./set-up-second-factor-dialog.tsx'), 'SetUpSecondFactorDialog'),
  renew: lazyNamed(() => import('./renew-recovery-codes-dialog.tsx'), 'RenewRecoveryCodesDialog'),
  off: lazyNamed(() => import('./turn-off-second-factor-dialog.tsx'), 'TurnOffSecondFactorDialog'),
};

type Opened = { which?: keyof typeof dialogs; isOpen: boolean; count: number };

/** Sets up and turns off two-step verification with an authenticator app. */
export function SecondFactorCard() {
  const found = useQuery(secondFactorQuery);
  const [opened, setOpened] = useState<Opened>({ isOpen: false, count: 0 });
  const open = (which: keyof typeof dialogs) =>
    setOpened({ which, isOpen: true, count: opened.count + 1 });
  const OpenedDialog = opened.which && dialogs[opened.which];
  const view = found.data;
  // Null when there is none, or the heading would have room below it.
  const content =
    found.isError && !view ? (
      <QueryFailure title="Couldn't load two-step verification." query={found} />
    ) : view && !view.hasPassword ? (
      <p className="text-second">Your sign-in provider handles two-step verification.</p>
    ) : view?.since ? (
      <EnabledFactor
        view={view}
        since={view.since}
        onRenew={() => open('renew')}
        onTurnOff={() => open('off')}
      />
    ) : null;
  return (
    <>
      <Card
        title="Authenticator App"
        description="A code from your phone, after your password"
        actions={
          found.isPending ? (
            // Of the size of the button, so that nothing below moves.
            <Loading label="Loading...">
              <Skeleton className="h-8 w-18 pointer-coarse:h-11" />
            </Loading>
          ) : view?.since ? (
            <Badge tone="settled">On</Badge>
          ) : (
            view?.hasPassword && (
              <Button size="sm" onClick={() => open('set-up')}>
                Set Up
              </Button>
            )
          )
        }
      >
        {content}
      </Card>
      <Suspense>
        {OpenedDialog && (
          // A new dialog each time, so that it does not keep codes or input.
          <OpenedDialog
            key={opened.count}
            open={opened.isOpen}
            onClose={() => setOpened({ ...opened, isOpen: false })}
          />
        )}
      </Suspense>
    </>
  );
}

function EnabledFactor({
  view,
  since,
  onRenew,
  onTurnOff,
}: {
  view: SecondFactorView;
  since: Instant;
  onRenew: () => void;
  onTurnOff: () => void;
}) {
  const { chapter } = useSession();
  return (
    <div className="flex flex-col gap-3">
      <p className="text-second">
        On since <DateText at={since} zone={chapter.timeZone} />.{' '}
        {view.recoveryCodesLeft === 1
          ? '1 recovery code left.'
          : `${view.recoveryCodesLeft} recovery codes left.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onRenew}>New Recovery Codes</Button>
        <Button onClick={onTurnOff}>Turn Off</Button>
      </div>
    </div>
  );
}
