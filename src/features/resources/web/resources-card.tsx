import { BookOpen } from 'lucide-react';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { AreaCard } from '#web/ui/area-card.tsx';

/** Without figures, which Home would have to load for this card alone. */
export function ResourcesCard() {
  return (
    <AreaCard
      title="Resources"
      icon={<BookOpen aria-hidden="true" />}
      actions={<LinkButton to="/resources">Browse Resources</LinkButton>}
    >
      <p className="text-base font-semibold text-ink">The chapter's collection</p>
      <p className="mt-0.5 text-second">Guides, documents and links</p>
    </AreaCard>
  );
}
