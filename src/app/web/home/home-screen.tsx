import { Suspense } from 'react';
import { areas } from '#app/web/areas.ts';
import { useSession } from '#web/api/session.ts';
import { orderEntries } from '#web/area.ts';
import { lazyLater } from '#web/screen/lazy-named.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { BalanceCard } from './balance-card.tsx';
import { HomeDaySkeleton } from './home-day-skeleton.tsx';
import { QuickActionsCard } from './quick-actions-card.tsx';

const HomeDay = lazyLater(() => import('./home-day.tsx'), 'HomeDay');
const cards = orderEntries(areas.map(({ entries }) => entries.homeCard));

/** The member's balance and next event, links to every area, then what the day brings. */
export function HomeScreen() {
  const { me, chapter } = useSession();
  const [firstName = me.displayName] = me.displayName.split(' ');
  return (
    <>
      <PageHeader
        title={`Welcome, ${firstName}`}
        subtitle={`Coming up in the ${chapter.name} chapter`}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <BalanceCard className="sm:col-span-2 xl:col-span-4" />
        {cards.map(({ Card }, place) => (
          <Card key={place} />
        ))}
        <QuickActionsCard className="sm:col-span-2 xl:col-span-4" />
      </div>
      {/* Last, so that nothing moves when it appears. */}
      <Suspense fallback={<HomeDaySkeleton />}>
        <HomeDay />
      </Suspense>
    </>
  );
}
