import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { ownSessionsKey } from '../../keys.ts';
import { type OidcConnection, oidcCalls } from '../../oidc-contract.ts';
import { connectionQuery } from './oidc-queries.ts';

/** The account is connected to the provider; disconnects it. */
export function OidcConnected({
  provider,
  connection,
}: {
  provider: string;
  connection: OidcConnection;
}) {
  const client = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const disconnect = useMutation({
    mutationFn: () => call(oidcCalls.disconnect, {}),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: ownSessionsKey });
      await client.invalidateQueries(connectionQuery);
      toast.success(`${provider} disconnected`);
    },
    onSettled: () => setIsConfirming(false),
  });
  return (
    <div className="flex flex-col items-start gap-4">
      <WriteFailure error={disconnect.error} />
      <p className="text-second">
        {connection.hasPassword
          ? `Your account is connected to ${provider}.`
          : `Your account is connected to ${provider} and has no password, so this is how you sign in.`}
      </p>
      {connection.hasPassword && <Button onClick={() => setIsConfirming(true)}>Disconnect</Button>}
      <AlertDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={`Disconnect ${provider}`}
        description="You'll sign in with just your password. Your other sessions will end."
        confirmLabel="Disconnect"
        busyLabel="Disconnecting..."
        isBusy={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
      />
    </div>
  );
}
