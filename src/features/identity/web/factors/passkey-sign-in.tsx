import { useMutation } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useState } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { SignedInView } from '../../contract.ts';
import {
  describePasskeyFailure,
  signInWithPasskey,
  suggestionMilliseconds,
  suggestPasskeys,
  supportsPasskeys,
} from './passkey-client.ts';

type Props = { onSignedIn: (view: SignedInView) => void };

/**
 * Signs in with a passkey; renders nothing if the browser does not support them. Also makes the browser
 * suggest passkeys in the field whose `autocomplete` ends in `webauthn`.
 */
export function PasskeySignIn({ onSignedIn }: Props) {
  const signIn = useMutation({ mutationFn: signInWithPasskey, onSuccess: onSignedIn });
  // Only one request at a time: the button replaces the suggestion.
  const refused = usePasskeySuggestion({ onSignedIn, isPaused: signIn.isPending });
  const failure = signIn.error ?? (signIn.isPending ? undefined : refused);
  if (!supportsPasskeys()) return null;
  return (
    <div className="flex flex-col gap-3 border-t border-soft pt-4">
      {failure && <Notice tone="error">{describePasskeyFailure(failure)}</Notice>}
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

/** Suggests passkeys and renews the challenge before it expires. Returns why a chosen one failed. */
function usePasskeySuggestion({
  onSignedIn,
  isPaused,
}: Props & { isPaused: boolean }): Error | undefined {
  const [round, setRound] = useState(0);
  const [refused, setRefused] = useState<Error>();
  useEffect(() => {
    if (isPaused) return;
    const controller = new AbortController();
    suggestPasskeys(controller.signal).then((view) => view && onSignedIn(view), setRefused);
    const renewal = setTimeout(() => setRound(round + 1), suggestionMilliseconds);
    return () => {
      clearTimeout(renewal);
      controller.abort();
    };
  }, [round, isPaused, onSignedIn]);
  return refused;
}
