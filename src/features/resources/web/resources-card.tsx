import BookOpen from 'lucide-react/icons/book-open';
import { Suspense } from 'react';
import { lazyLater } from '#web/screen/lazy-named.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { AreaCard } from '#web/ui/area-card.tsx';

const NewestResource = lazyLater(() => import('./newest-resource.tsx'), 'NewestResource');

export function ResourcesCard() {
  return (
    <AreaCard
      title="Resources"
      icon={<BookOpen aria-hidden="true" />}
      link={<TextLink to="/resources">Browse Resources</TextLink>}
    >
      <Suspense fallback={<p className="text-second">Loading...</p>}>
        <NewestResource />
      </Suspense>
    </AreaCard>
  );
}
