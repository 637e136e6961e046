import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { factorCalls, type Passkey } from '../../factor-contract.ts';
import { ownSessionsKey } from '../../keys.ts';
import { passkeysQuery } from './factor-queries.ts';

/** Asks before a passkey is removed. */
export function RemovePasskeyDialog({
  passkey,
  onClose,
}: {
  passkey: Passkey;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(factorCalls.removePasskey, { params: { passkeyId: passkey.id } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ownSessionsKey });
      toast.success('Passkey removed');
    },
    onError: () => toast.error("Couldn't remove the passkey."),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      onClose();
    },
  });
  return (
    <AlertDialog
      open
      onClose={onClose}
      title="Remove this passkey?"
      description={`${passkey.name} will no longer sign you in, and your other sessions will end. Delete it on your device, too.`}
      confirmLabel="Remove"
      isBusy={remove.isPending}
      busyLabel="Removing..."
      onConfirm={() => remove.mutate()}
    />
  );
}
