import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LaterEventsCard } from '#features/events/web/home/later-events-card.tsx';
import { SpendingCard } from '#features/expenses/web/home/spending-card.tsx';
import { StandingCard } from '#features/expenses/web/home/standing-card.tsx';
import { NewsCard } from '#features/news/web/news-card.tsx';
import { newsQuery } from '#features/news/web/queries.ts';
import { useSession } from '#web/api/session.ts';
import { BackupNotice } from './backup-notice.tsx';
import { ChecklistCard } from './checklist-card.tsx';
import { HomeDaySkeleton } from './home-day-skeleton.tsx';
import { useHomeReads } from './use-home-reads.ts';
import { WaitingCard } from './waiting-card.tsx';

/** With more of them, the column of the news would be far longer than the other. */
const maxNewsBesideStanding = 3;

/** What the day brings for who opens Home, by role. */
export function HomeDay() {
  const { me } = useSession();
  const hasRead = useHomeReads();
  if (!hasRead) return <HomeDaySkeleton />;
  return (
    <>
      {me.isInstallationAdmin && <BackupNotice className="mt-4" />}
      <Cards isAdmin={me.role === 'admin'} />
    </>
  );
}

function Cards({ isAdmin }: { isAdmin: boolean }) {
  const news = useQuery(newsQuery);
  // Where the column is shorter; what comes later moves no card.
  const [isStandingLeft] = useState(
    () => news.data !== undefined && news.data.items.length > maxNewsBesideStanding,
  );
  return (
    <div className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        {isAdmin && <ChecklistCard />}
        <WaitingCard />
        <LaterEventsCard />
        {isStandingLeft && <StandingCard />}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <NewsCard />
        {!isStandingLeft && <StandingCard />}
        <SpendingCard />
      </div>
    </div>
  );
}
