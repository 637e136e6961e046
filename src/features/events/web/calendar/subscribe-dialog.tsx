import { useQuery } from '@tanstack/react-query';
import CalendarSync from 'lucide-react/icons/calendar-sync';
import { useState } from 'react';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { feedAddress, feedQuery, useCreateFeed, useRevokeFeed } from './feed-queries.ts';

/** Creates, replaces and revokes the member's private calendar address. */
export function SubscribeDialog({ open, onClose }: OverlayProps) {
  const feed = useQuery(feedQuery);
  const create = useCreateFeed();
  const [question, setQuestion] = useState<'replace' | 'revoke'>();
  const { chapter } = useSession();
  const createdAt = feed.data?.createdAt ?? null;
  const createAddress = () => {
    if (!create.isPending) create.mutate(undefined, { onSettled: () => setQuestion(undefined) });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Subscribe"
      description="The chapter's events in your own calendar app, always up to date"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        {feed.isPending && <LoadingRows label="Loading your calendar address..." rows={2} />}
        {feed.isError && !feed.data && (
          <QueryFailure title="Couldn't load your calendar address." query={feed} />
        )}
        <WriteFailure
          lead="Couldn't create the address."
          error={create.error}
          isSavedOnce={false}
        />
        {create.data && createdAt !== null && <Address path={create.data.path} />}
        {feed.data && createdAt === null && (
          <>
            <p className="text-second">
              Your private address shows every event and your RSVPs. Anyone who has it can read
              them, so keep it to yourself.
            </p>
            <Button
              variant="primary"
              className="self-start"
              icon={<CalendarSync aria-hidden="true" />}
              isBusy={create.isPending}
              busyLabel="Creating..."
              onClick={createAddress}
            >
              Create Private Address
            </Button>
          </>
        )}
        {createdAt !== null && (
          <>
            {!create.data && (
              <p className="text-second">
                You've had a private address since{' '}
                <DateText at={createdAt} zone={chapter.timeZone} />. You can make a new one any
                time.
              </p>
            )}
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => setQuestion('replace')}>Create New Address</Button>
              <Button variant="ghost" onClick={() => setQuestion('revoke')}>
                Revoke
              </Button>
            </div>
          </>
        )}
      </div>
      {question === 'replace' && (
        <AlertDialog
          open
          onClose={() => setQuestion(undefined)}
          title="Create New Address"
          description="Calendars that use your current address will stop updating."
          confirmLabel="Create New Address"
          busyLabel="Creating..."
          isBusy={create.isPending}
          onConfirm={createAddress}
        />
      )}
      {question === 'revoke' && (
        <Revoke onRevoked={() => create.reset()} onClose={() => setQuestion(undefined)} />
      )}
    </Dialog>
  );
}

/** Shown only once, after creation. */
function Address({ path }: { path: string }) {
  const address = feedAddress(path);
  return (
    <Notice>
      <p>This is your private address. You can make a new one any time.</p>
      <p className="mt-1.5 flex items-center gap-1">
        <code className="min-w-0 flex-1 text-xs wrap-anywhere select-all">{address}</code>
        <CopyButton value={address} label="Calendar address" />
      </p>
      <p className="mt-1.5">
        <a
          className="font-medium text-primary-ink underline underline-offset-2"
          href={address.replace(/^https?:/, 'webcal:')}
        >
          Open in a Calendar App
        </a>
      </p>
    </Notice>
  );
}

function Revoke({ onRevoked, onClose }: { onRevoked: () => void; onClose: () => void }) {
  const revoke = useRevokeFeed();
  const confirm = async () => {
    try {
      await revoke.mutateAsync();
      onRevoked();
      toast.success('Private address revoked');
    } catch {
      toast.error("Couldn't revoke the address.");
    }
    onClose();
  };
  return (
    <AlertDialog
      open
      onClose={onClose}
      title="Revoke Private Address"
      description="It stops working immediately. Calendars that use it will stop updating."
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      isBusy={revoke.isPending}
      onConfirm={() => void confirm()}
    />
  );
}
