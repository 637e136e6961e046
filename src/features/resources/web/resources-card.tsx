import BookOpen from 'lucide-react/icons/book-open';
import { Suspense } from 'react';
import { lazyLater } from '#web/screen/lazy-named.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { AreaCard } from '#web/ui/area-card.tsx';

const NewestResource = lazyLater(() => import('./newest-resource.tsx'), 'NewestResource');

export function ResourcesCard() {
  return (
    <AreaCard
      title="Resources"
      icon={<BookOpen aria-hidden="true" />}
      actions={<LinkButton to="/resources">Browse Resources</LinkButton>}
    >
      {/* As high as what it will show. */}
      <div className="min-h-11.5">
        <Suspense fallback={<p className="text-second">Loading...</p>}>
          <NewestResource />
        </Suspense>
      </div>
    </AreaCard>
  );
}
