import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/api/call.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { factorCalls } from '../../factor-contract.ts';
import { secondFactorQuery } from './factor-queries.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Replaces the recovery codes and shows the new ones once. */
export function RenewRecoveryCodesDialog({ open, onClose }: OverlayProps) {
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
