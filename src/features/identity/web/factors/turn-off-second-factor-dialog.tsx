import { useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { factorCalls } from '../../factor-contract.ts';
import { secondFactorQuery } from './factor-queries.ts';
import { ProofDialog } from './proof-dialog.tsx';

/** Turns off two-step verification with the authenticator app. */
export function TurnOffSecondFactorDialog({ open, onClose }: OverlayProps) {
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
