import { areas } from '#app/web/areas.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import { orderEntries } from '#web/area.ts';
import { useToday } from '#web/screen/use-today.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cards } from './entries.ts';

const areaCards = cards.filter(({ column }) => column === 'areas');
const actions = orderEntries(areas.map(({ entries }) => entries.quickAction));

/** Every area with what it holds, and the most frequent actions. */
export function LastRow() {
  return (
    <Card label="Areas and actions" isFlush>
      <div className="grid grid-cols-2 divide-soft lg:grid-cols-4 lg:divide-x">
        {areaCards.map(({ Card: AreaCard, place }) => (
          <AreaCard key={place} />
        ))}
      </div>
      <QuickActions />
    </Card>
  );
}

function QuickActions() {
  const mayCall = useMayCall();
  const offered = actions.filter(({ call }) => !call || mayCall(call));
  const today = useToday();
  return (
    <div className="flex gap-x-3 border-t border-soft px-4 py-2 max-sm:flex-col sm:items-center sm:px-5">
      <h3 className="text-xs font-medium text-third max-sm:mt-2">Quick Actions</h3>
      <div className="flex flex-wrap max-sm:-mx-3 max-sm:grid max-sm:grid-cols-2">
        {offered.map(({ label, icon: Icon, link }) => (
          <LinkButton
            key={label}
            {...link(today)}
            icon={<Icon aria-hidden="true" />}
            size="sm"
            variant="ghost"
            className="max-sm:justify-start"
          >
            {label}
          </LinkButton>
        ))}
      </div>
    </div>
  );
}
