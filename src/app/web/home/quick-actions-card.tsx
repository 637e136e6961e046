import { areas } from '#app/web/areas.ts';
import { instantToDay, toInstant } from '#kit/day.ts';
import { useSession } from '#web/api/session.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import { orderEntries } from '#web/area.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';

const actions = orderEntries(areas.map(({ entries }) => entries.quickAction));

/** Links to the most frequent actions. */
export function QuickActionsCard({ className }: { className?: string | undefined }) {
  const { chapter } = useSession();
  const mayCall = useMayCall();
  const offered = actions.filter(({ call }) => !call || mayCall(call));
  const today = instantToDay(toInstant(Temporal.Now.instant()), chapter.timeZone);
  return (
    <Card title="Quick Actions" className={className}>
      <div className="grid grid-cols-2 gap-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none lg:gap-3">
        {offered.map(({ label, icon: Icon, link }) => (
          <LinkButton
            key={label}
            {...link(today)}
            icon={<Icon aria-hidden="true" />}
            className={tileClass}
          >
            {label}
          </LinkButton>
        ))}
      </div>
    </Card>
  );
}

/**
 * On phones the icon is above the label, so that the longest label fits into half the width. Whoever may
 * not do everything has three, which fill the space of four.
 */
const tileClass =
  'max-lg:last:odd:col-span-2 max-sm:h-auto! max-sm:flex-col max-sm:gap-1.5 max-sm:px-1 max-sm:py-3';
