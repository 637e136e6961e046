import { BookOpen } from 'lucide-react';
import { Suspense } from 'react';
import { useFirstViewIsOver } from '#web/screen/first-view.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { AreaCard } from '#web/ui/area-card.tsx';

const NewestResource = lazyNamed(() => import('./newest-resource.tsx'), 'NewestResource');

export function ResourcesCard() {
  const loading = <p className="text-second">Loading...</p>;
  return (
    <AreaCard
      title="Resources"
      icon={<BookOpen aria-hidden="true" />}
      actions={<LinkButton to="/resources">Browse Resources</LinkButton>}
    >
      {/* As high as what it will show. */}
      <div className="min-h-11.5">
        {useFirstViewIsOver() ? (
          <Suspense fallback={loading}>
            <NewestResource />
          </Suspense>
        ) : (
          loading
        )}
      </div>
    </AreaCard>
  );
}
