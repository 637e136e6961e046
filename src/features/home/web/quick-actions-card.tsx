import { CalendarPlus, MessageCircle, Plus, Upload } from 'lucide-react';
import { dayOf, toInstant } from '#kit/day.ts';
import { useSession } from '#web/session.ts';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** What members come to do, one press away. */
export function QuickActionsCard({ className }: { className?: string | undefined }) {
  const { chapter } = useSession();
  const today = dayOf(toInstant(Temporal.Now.instant()), chapter.timeZone);
  return (
    <Card title="Quick Actions" className={className}>
      <div className="grid grid-cols-2 gap-2 lg:grid-cols-4 lg:gap-3">
        <LinkButton
          to="/calendar"
          search={{ create: today }}
          icon={<CalendarPlus aria-hidden="true" />}
        >
          Add Event
        </LinkButton>
        <LinkButton to="/expenses" search={{ dialog: 'create' }} icon={<Plus aria-hidden="true" />}>
          Log Expense
        </LinkButton>
        <LinkButton to="/resources" icon={<Upload aria-hidden="true" />}>
          Upload Resource
        </LinkButton>
        <LinkButton
          to="/members"
          search={{ focus: 'search' }}
          icon={<MessageCircle aria-hidden="true" />}
        >
          Contact Member
        </LinkButton>
      </div>
    </Card>
  );
}
