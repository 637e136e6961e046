import { useEffect, useState } from 'react';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { oidcReturnPath } from '../../contract.ts';
import { localPath, oidcCalls } from '../../oidc-contract.ts';
import { signInFailure } from './failure.ts';

/** Leaves for the hosted provider, to sign in there and to come back to where one was. */
export function HostedButton({
  name,
  invitation,
  className,
}: {
  name: string;
  /** The token of the invitation to join by. */
  invitation?: string | undefined;
  className?: string | undefined;
}) {
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<Error>();
  useShownAgain(() => setIsLeaving(false));
  const leave = async () => {
    setIsLeaving(true);
    setFailure(undefined);
    const body = invitation === undefined ? { returnTo: here() } : { returnTo: '/', invitation };
    try {
      const { url } = await call(oidcCalls.begin, { body });
      window.location.assign(url);
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
      setIsLeaving(false);
    }
  };
  return (
    <div className={className}>
      {failure && (
        <Notice tone="error" className="mb-3">
          {signInFailure(failure)}
        </Notice>
      )}
      <Button
        className="h-11 w-full"
        isBusy={isLeaving}
        busyLabel={`Redirecting to ${name}...`}
        onClick={() => void leave()}
      >
        Continue with {name}
      </Button>
    </div>
  );
}

/** Where one is, to come back to; the start where the address is nothing to come back to. */
function here(): string {
  const { pathname, search } = window.location;
  if (pathname === oidcReturnPath) return '/';
  return localPath.safeParse(pathname + search).data ?? '/';
}

/** Back from there without having signed in: browsers may show the page as it was left. */
function useShownAgain(act: () => void): void {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) act();
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  });
}
