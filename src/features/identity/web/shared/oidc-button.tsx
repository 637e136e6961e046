import { useEffect, useState } from 'react';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { oidcReturnPath } from '../../contract.ts';
import { localPath, oidcCalls } from '../../oidc-contract.ts';
import { describeSignInFailure } from './sign-in-failure.ts';

/** Redirects to the OIDC provider, which returns to the current address. */
export function OidcButton({
  name,
  invitation,
  className,
}: {
  name: string;
  /** The token of the invitation to accept. */
  invitation?: string | undefined;
  className?: string | undefined;
}) {
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<Error>();
  useRestoredPage(() => setIsLeaving(false));
  const leave = async () => {
    setIsLeaving(true);
    setFailure(undefined);
    const body =
      invitation === undefined ? { returnTo: getReturnPath() } : { returnTo: '/', invitation };
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
          {describeSignInFailure(failure)}
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

/** The current address; Home if it cannot be returned to. */
function getReturnPath(): string {
  const { pathname, search } = window.location;
  if (pathname === oidcReturnPath) return '/';
  return localPath.safeParse(pathname + search).data ?? '/';
}

/** Going back from the provider may restore the page as it was left. */
function useRestoredPage(act: () => void): void {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) act();
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  });
}
