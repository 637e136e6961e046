import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Instant } from '#kit/day.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { factorCalls, type SecondFactorView } from '../../factor-contract.ts';
import { secondFactorQuery } from './factor-queries.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const SetUpSecondFactorDialog = lazyNamed(
  () => import('./set-up-second-factor-dialog.tsx'),
  'SetUpSecondFactorDialog',
);

/** Sets up and turns off two-step verification with an authenticator app. */
export function SecondFactorCard() {
  const found = useQuery(secondFactorQuery);
  const [opened, setOpened] = useState({ which: 'none', count: 0 });
  const open = (which: string) => setOpened({ which, count: opened.count + 1 });
  const close = () => setOpened({ ...opened, which: 'none' });
  const view = found.data;
  // Null when there is none, or the heading would have room below it.
  const content =
    found.isError && !view ? (
      <ErrorState
        title="Couldn't load two-step verification."
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      >
        {found.error.message}
      </ErrorState>
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
        {/* A new dialog each time, so that it does not keep codes or input. */}
        <SetUpSecondFactorDialog
          key={`set-up ${opened.count}`}
          open={opened.which === 'set-up'}
          onClose={close}
        />
      </Suspense>
      <RenewDialog key={`renew ${opened.count}`} open={opened.which === 'renew'} onClose={close} />
      <TurnOffDialog key={`off ${opened.count}`} open={opened.which === 'off'} onClose={close} />
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

type DialogState = { open: boolean; onClose: () => void };

function TurnOffDialog({ open, onClose }: DialogState) {
  const client = useQueryClient();
  return (
    <ProofDialog
      open={open}
      onClose={onClose}
      title="Turn off the authenticator app?"
      description="You'll sign in with just your password. Your recovery codes will stop working."
      confirmLabel="Turn Off"
      tone="danger"
      act={(proof) => call(factorCalls.removeSecondFactor, { body: proof })}
      onDone={() => {
        toast.success('Authenticator app turned off');
        void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
        onClose();
      }}
    />
  );
}

function RenewDialog({ open, onClose }: DialogState) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) {
    return (
      <Dialog
        open={open}
        onClose={onClose}
        title="Recovery Codes"
        description="Each code works once. Earlier codes no longer work."
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <RecoveryCodes codes={codes} />
      </Dialog>
    );
  }
  return (
    <ProofDialog
      open={open}
      onClose={onClose}
      title="New Recovery Codes"
      description="Your current codes will stop working."
      confirmLabel="Create New Codes"
      act={async (proof) => {
        const made = await call(factorCalls.replaceRecoveryCodes, { body: proof });
        setCodes(made.recoveryCodes);
      }}
      onDone={() => void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })}
    />
  );
}
