import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { SignedInView } from '../../contract.ts';
import {
  hasPasskeys,
  offerMilliseconds,
  offerPasskeys,
  passkeyFailure,
  signInWithPasskey,
} from './passkey-acts.ts';

type Props = { onSignedIn: (view: SignedInView) => void };

/**
 * The way in without a password; nothing where the browser has no passkeys. Meanwhile the field whose
 * `autocomplete` ends in `webauthn` offers them as well.
 */
export function PasskeySignIn({ onSignedIn }: Props) {
  const signIn = useMutation({ mutationFn: signInWithPasskey, onSuccess: onSignedIn });
  // One question at a time: the button takes the place of the offer.
  const refused = useOffer({ onSignedIn, rests: signIn.isPending });
  const failure = signIn.error ?? (signIn.isPending ? undefined : refused);
  if (!hasPasskeys()) return null;
  return (
    <div className="flex flex-col gap-3 border-t border-soft pt-4">
      {failure && <Notice tone="error">{passkeyFailure(failure)}</Notice>}
      <Button
        icon={<KeyRound />}
        className="w-full"
        isBusy={signIn.isPending}
        busyLabel="Waiting for your passkey..."
        onClick={() => signIn.mutate()}
      >
        Sign In with a Passkey
      </Button>
    </div>
  );
}

/** Offers passkeys, anew before an offer is over; why one that was chosen does not sign in. */
function useOffer({ onSignedIn, rests }: Props & { rests: boolean }): Error | undefined {
  const [round, setRound] = useState(0);
  const [refused, setRefused] = useState<Error>();
  useEffect(() => {
    if (rests) return;
    const ending = new AbortController();
    offerPasskeys(ending.signal).then((view) => view && onSignedIn(view), setRefused);
    const renewal = setTimeout(() => setRound(round + 1), offerMilliseconds);
    return () => {
      clearTimeout(renewal);
      ending.abort();
    };
  }, [round, rests, onSignedIn]);
  return refused;
}
