import { Suspense, startTransition, useEffect, useState } from 'react';
import { lazyNamed } from '../../screen/lazy-named.ts';
import { onWaitingToast } from './toast.ts';

const ToastViewport = lazyNamed(() => import('./toast-viewport.tsx'), 'ToastViewport');

/**
 * Where toasts appear; once, at the root. Its weight is loaded with the person's first touch of
 * the page, so that it stands ready to announce before anything can happen, yet costs the first
 * view nothing.
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
