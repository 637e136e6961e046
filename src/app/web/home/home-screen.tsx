import { ComingUpCard } from '#features/events/web/home/coming-up-card.tsx';
import { SpendingCard } from '#features/expenses/web/home/spending-card.tsx';
import { StandingCard } from '#features/expenses/web/home/standing-card.tsx';
import { AsksCard } from '#features/members/web/asks/asks-card.tsx';
import { NewsCard } from '#features/news/web/news-card.tsx';
import { useSession } from '#web/api/session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { BackupNotice } from './backup-notice.tsx';
import { BalanceCard } from './balance-card.tsx';
import { ChecklistCard } from './checklist-card.tsx';
import { useHomeReads } from './home-reads.ts';
import { HomeSkeleton } from './home-skeleton.tsx';
import { LastRow } from './last-row.tsx';
import { TodayLine } from './today-line.tsx';
import { WaitingCard } from './waiting-card.tsx';

export { prefetchHome } from './home-reads.ts';

/** What today is about, what the day brings by role, and at the end every area. */
export function HomeScreen() {
  const { me } = useSession();
  const [firstName = me.displayName] = me.displayName.split(' ');
  const hasRead = useHomeReads();
  return (
    <>
      <PageHeader title={`Welcome, ${firstName}`} subtitle={<TodayLine />} />
      {hasRead ? <Day /> : <HomeSkeleton />}
    </>
  );
}

function Day() {
  const { me } = useSession();
  return (
    <div className="flex flex-col gap-4">
      {me.isInstallationAdmin && <BackupNotice />}
      <div className={rowClass}>
        <div className={columnClass}>
          {me.role === 'admin' && <ChecklistCard />}
          <WaitingCard />
          <ComingUpCard />
        </div>
        <div className={columnClass}>
          <NewsCard />
          <AsksCard />
        </div>
      </div>
      <div className={rowClass}>
        <div className={columnClass}>
          <BalanceCard />
          <StandingCard />
        </div>
        <div className={columnClass}>
          <SpendingCard />
        </div>
      </div>
      <LastRow />
    </div>
  );
}

const rowClass = 'grid grid-cols-1 items-start gap-4 lg:grid-cols-2';
/** Where one column has nothing, the other has its space. */
const columnClass = 'flex min-w-0 flex-col gap-4 empty:hidden lg:has-[+:empty]:col-span-2';
