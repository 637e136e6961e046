import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation } from '#features/auth/contract.ts';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/session.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { invitationsQuery, useRevokeInvitation } from './invitation-queries.ts';

/** Invitations that wait for an answer, each of which can be taken back. */
export function OpenInvitations({ onRevoked }: { onRevoked: (invitationId: Id) => void }) {
  const invitations = useQuery(invitationsQuery);
  const [revoking, setRevoking] = useState<Invitation>();
  const open = invitations.data?.filter((each) => each.state === 'open') ?? [];
  return (
    <section aria-label="Open invitations">
      <h3 className="font-medium text-second">Open invitations</h3>
      {invitations.isPending && (
        <Loading label="Loading invitations...">
          <SkeletonRows rows={2} />
        </Loading>
      )}
      {invitations.isError && (
        <ErrorState
          title="Couldn't load the invitations"
          onRetry={() => void invitations.refetch()}
          isRetrying={invitations.isFetching}
        >
          {invitations.error.message}
        </ErrorState>
      )}
      {invitations.isSuccess && open.length === 0 && (
        <p className="mt-1 text-third">Everybody who was invited has answered.</p>
      )}
      <ul className="divide-y divide-soft">
        {open.map((invitation) => (
          <OpenInvitation key={invitation.id} invitation={invitation} onRevoke={setRevoking} />
        ))}
      </ul>
      {revoking && (
        <Revoke
          invitation={revoking}
          onRevoked={() => onRevoked(revoking.id)}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </section>
  );
}

function OpenInvitation({
  invitation,
  onRevoke,
}: {
  invitation: Invitation;
  onRevoke: (invitation: Invitation) => void;
}) {
  const { chapter } = useSession();
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate" title={invitation.email}>
          {invitation.email}
        </p>
        <p className="text-xs text-third">
          <span className="capitalize">{invitation.role}</span>, until{' '}
          <DateText at={invitation.expiresAt} zone={chapter.timeZone} />
        </p>
      </div>
      <Button
        size="sm"
        aria-label={`Revoke the invitation of ${invitation.email}`}
        onClick={() => onRevoke(invitation)}
      >
        Revoke
      </Button>
    </li>
  );
}

function Revoke({
  invitation,
  onRevoked,
  onClose,
}: {
  invitation: Invitation;
  onRevoked: () => void;
  onClose: () => void;
}) {
  const revoke = useRevokeInvitation();
  const confirm = async () => {
    try {
      await revoke.mutateAsync(invitation.id);
      toast.success('Invitation revoked');
      onRevoked();
    } catch {
      toast.error('Failed to revoke the invitation');
    }
    onClose();
  };
  return (
    <AlertDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Revoke Invitation"
      description={`The link sent to ${invitation.email} stops working at once.`}
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      isBusy={revoke.isPending}
      onConfirm={() => void confirm()}
    />
  );
}
