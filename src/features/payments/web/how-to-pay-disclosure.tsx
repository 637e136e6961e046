import { Suspense, useState } from 'react';
import { useSession } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

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
    <details
      className={className}
      onToggle={(event) => {
        if (event.currentTarget.open) setWasOpened(true);
      }}
    >
      <summary className="w-fit cursor-pointer rounded-badge py-1 font-medium text-primary-ink pointer-coarse:py-3">
        How to pay the chapter
      </summary>
      {wasOpened && (
        <div className="mt-2 rounded-card border border-line p-4">
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <HowToPay />
          </Suspense>
        </div>
      )}
    </details>
  );
}
