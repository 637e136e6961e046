import { Suspense, useState } from 'react';
import { useSession } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { SkeletonRows } from '#web/ui/states/skeleton.tsx';

const HowToPay = lazyNamed(
  () => import('#features/chapters/web/shared/how-to-pay.tsx'),
  'HowToPay',
);

/** Unfolds how the chapter is paid, if it says so; loaded when first unfolded. */
export function HowToPayDisclosure({ className }: { className?: string }) {
  const { chapter } = useSession();
  const [wasOpened, setWasOpened] = useState(false);
  if (!chapter.saysHowToPay) return null;
  return (
    <div ref={(area) => onFirstToggle(area, () => setWasOpened(true))} className={className}>
      <Disclosure summary="How to pay the chapter">
        {wasOpened && (
          <div className="rounded-card border border-line p-4">
            <Suspense fallback={<SkeletonRows rows={4} />}>
              <HowToPay />
            </Suspense>
          </div>
        )}
      </Disclosure>
    </div>
  );
}

/** Unfolding is an event that does not bubble. */
function onFirstToggle(area: HTMLElement | null, listener: () => void): () => void {
  const options = { capture: true, once: true };
  area?.addEventListener('toggle', listener, options);
  return () => area?.removeEventListener('toggle', listener, options);
}
