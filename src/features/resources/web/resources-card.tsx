import { BookOpen } from 'lucide-react';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { AreaCard } from '#web/ui/area-card.tsx';

export function ResourcesCard() {
  return (
    <AreaCard
      title="Resources"
      icon={<BookOpen aria-hidden="true" />}
      actions={<LinkButton to="/resources">Browse Resources</LinkButton>}
    >
      <p className="text-base font-semibold text-ink">Member Handbook 2024</p>
      <p className="mt-0.5 text-second">Updated yesterday</p>
    </AreaCard>
  );
}
