import { type ComponentProps, Suspense } from 'react';
import { lazyNamed } from '#web/screen/lazy-named.ts';

const DeletedMenu = lazyNamed(() => import('./deleted-menu.tsx'), 'DeletedMenu');

/** Loaded with the first deleted expense that is shown, and as large as its button until then. */
export function DeletedActions(props: ComponentProps<typeof DeletedMenu>) {
  return (
    <Suspense fallback={<span className="inline-block size-8 pointer-coarse:size-11" />}>
      <DeletedMenu {...props} />
    </Suspense>
  );
}
