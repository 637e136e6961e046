import { Suspense, startTransition, useEffect, useState } from 'react';
import { lazyNamed } from '../../screen/lazy-named.ts';
import { onWaitingToast } from './toast.ts';

const ToastViewport = lazyNamed(() => import('./toast-viewport.tsx'), 'ToastViewport');

/**
 * Mounts the viewport of toasts; used once at the root. Loads its code on the first interaction, so that
 * it is ready before anything can happen but does not delay the first view.
 */
export function Toaster() {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    const wake = () => startTransition(() => setIsNeeded(true));
    const stop = onWaitingToast(wake);
    addEventListener('pointerdown', wake, { once: true });
    addEventListener('keydown', wake, { once: true });
    return () => {
      stop();
      removeEventListener('pointerdown', wake);
      removeEventListener('keydown', wake);
    };
  }, []);
  return <Suspense>{isNeeded && <ToastViewport />}</Suspense>;
}
