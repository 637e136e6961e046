import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { ListedInvitation } from '../../invitation-contract.ts';
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
      toast.error("Couldn't revoke the invitation.");
    }
    onClose();
  };
  return (
    <AlertDialog
      open
      onClose={onClose}
      title="Revoke Invitation"
      description={`The link sent to ${invitation.email} stops working immediately.`}
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      isBusy={revoke.isPending}
      onConfirm={() => void confirm()}
    />
  );
}
