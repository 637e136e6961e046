import { LaterEventsCard } from '#features/events/web/home/later-events-card.tsx';
import { SpendingCard } from '#features/expenses/web/home/spending-card.tsx';
import { StandingCard } from '#features/expenses/web/home/standing-card.tsx';
import { NewsCard } from '#features/news/web/news-card.tsx';
import { useSession } from '#web/api/session.ts';
import { BackupNotice } from './backup-notice.tsx';
import { ChecklistCard } from './checklist-card.tsx';
import { useHomeReads } from './use-home-reads.ts';
import { WaitingCard } from './waiting-card.tsx';

/** What the day brings for who opens Home, by role. */
export function HomeDay() {
  const { me } = useSession();
  if (!useHomeReads()) return null;
  return (
    <>
      {me.isInstallationAdmin && <BackupNotice className="mt-4" />}
      <div className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          {me.role === 'admin' && <ChecklistCard />}
          <WaitingCard />
          <LaterEventsCard />
          <StandingCard />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <NewsCard />
          <SpendingCard />
        </div>
      </div>
    </>
  );
}
