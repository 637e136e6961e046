import { useSession } from '#web/api/session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { BalanceCard } from './balance-card.tsx';
import { DirectoryCard } from './directory-card.tsx';
import { ExpensesCard } from './expenses-card.tsx';
import { NextEventCard } from './next-event-card.tsx';
import { QuickActionsCard } from './quick-actions-card.tsx';
import { ResourcesCard } from './resources-card.tsx';

/** The answer first: what you owe, what is next; then the ways into every area. */
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
        <NextEventCard />
        <ExpensesCard />
        <ResourcesCard />
        <DirectoryCard />
        <QuickActionsCard className="sm:col-span-2 xl:col-span-4" />
      </div>
    </>
  );
}
