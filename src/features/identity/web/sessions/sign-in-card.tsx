import { Suspense, startTransition, useEffect, useState } from 'react';
import { BareFrame } from '#web/layout/bare-frame.tsx';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ExternalLink } from '#web/ui/actions/external-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { SignedOutView } from '../../contract.ts';

const loadDialog = () => import('./sign-in-dialog.tsx');
/** A failed load is repeated on pressing the button. */
const preloadDialog = () => void loadDialog().catch(() => undefined);
const SignInDialog = lazyNamed(loadDialog, 'SignInDialog');

const DemoSignIns = lazyNamed(() => import('./demo-sign-ins.tsx'), 'DemoSignIns');
const OidcButton = lazyNamed(() => import('../shared/oidc-button.tsx'), 'OidcButton');

/** Shown at every address while signed out; the requested screen opens after signing in. */
export function SignInCard({ view, wasSignedIn }: { view: SignedOutView; wasSignedIn: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () =>
    startTransition(() => {
      setWasOpened(true);
      setIsOpen(true);
    });
  usePreload();

  return (
    <BareFrame lead="Access your member dashboard with secure authentication">
      {wasSignedIn && (
        <Notice tone="warn" className="mb-4">
          Your session expired. Sign in to continue.
        </Notice>
      )}
      {view.setUp && (
        <Notice className="mb-4">
          This server has no chapter yet. Open the setup link that the server printed when it
          started.
        </Notice>
      )}
      <Button
        variant="primary"
        className="h-11 w-full"
        onClick={open}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        aria-haspopup="dialog"
      >
        Sign In to Continue
      </Button>
      {view.hostedName !== null && (
        <Suspense fallback={<div className="mt-3 h-11" />}>
          <OidcButton name={view.hostedName} className="mt-3" />
        </Suspense>
      )}
      {view.demoSignIns.length > 0 && (
        // As high as what is loaded for the demo alone: a heading and three buttons.
        <Suspense fallback={<div className="mt-6 h-37.5" />}>
          <DemoSignIns signIns={view.demoSignIns} />
        </Suspense>
      )}
      <ul className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-2 border-t border-soft pt-5 text-second">
        {view.links.chapterSiteUrl && (
          <li>
            <ExternalLink href={view.links.chapterSiteUrl}>Chapter Site</ExternalLink>
          </li>
        )}
        {view.links.networkHubUrl && (
          <li>
            <ExternalLink href={view.links.networkHubUrl}>Network Hub</ExternalLink>
          </li>
        )}
      </ul>
      <Suspense>
        {wasOpened && <SignInDialog open={isOpen} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </BareFrame>
  );
}

/** Preloads the dialog once the card is shown. */
function usePreload(): void {
  useEffect(() => {
    const timer = setTimeout(preloadDialog, 1_000);
    return () => clearTimeout(timer);
  }, []);
}
