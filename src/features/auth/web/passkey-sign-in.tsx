import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { SignedInView } from '#features/auth/contract.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { hasPasskeys, passkeyFailure, signInWithPasskey } from './passkey-acts.ts';

/** The way in without a password; nothing where the browser has no passkeys. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (view: SignedInView) => void }) {
  const signIn = useMutation({ mutationFn: signInWithPasskey, onSuccess: onSignedIn });
  if (!hasPasskeys()) return null;
  return (
    <div className="flex flex-col gap-3 border-t border-soft pt-4">
      {signIn.isError && <Notice tone="error">{passkeyFailure(signIn.error)}</Notice>}
      <Button
        icon={<KeyRound />}
        className="w-full"
        isBusy={signIn.isPending}
        busyLabel="Waiting for your passkey..."
        onClick={() => signIn.mutate()}
      >
        Sign in with a passkey
      </Button>
    </div>
  );
}
