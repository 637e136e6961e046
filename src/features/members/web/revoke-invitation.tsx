import type { ListedInvitation } from '#features/auth/invitation-contract.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useRevokeInvitation } from './invitation-queries.ts';

export function RevokeInvitation({
  invitation,
  onClose,
}: {
  invitation: ListedInvitation;
  onClose: () => void;
}) {
  const revoke = useRevokeInvitation();
  const confirm = async () => {
    try {
      await revoke.mutateAsync(invitation.id);
      toast.success('Invitation revoked');
    } catch {
      toast.error('Failed to revoke the invitation');
    }
    onClose();
  };
  return (
    <AlertDialog
      open
      onClose={onClose}
      title="Revoke Invitation"
      description={`The link sent to ${invitation.email} stops working at once.`}
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      isBusy={revoke.isPending}
      onConfirm={() => void confirm()}
    />
  );
}
