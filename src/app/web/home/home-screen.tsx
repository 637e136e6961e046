import { useSession } from '#web/api/session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ChecklistCard } from './checklist-card.tsx';
import { cards } from './entries.ts';
import { useHomeReads } from './home-reads.ts';
import { HomeSkeleton } from './home-skeleton.tsx';
import { LastRow } from './last-row.tsx';
import { TodayLine } from './today-line.tsx';
import { WaitingCard } from './waiting-card.tsx';

export { prefetch } from './home-reads.ts';

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
      <Cards of="notices" />
      <div className={rowClass}>
        <div className={columnClass}>
          {me.role === 'admin' && <ChecklistCard />}
          <WaitingCard />
          <Cards of="day" />
        </div>
        <div className={columnClass}>
          <Cards of="others" />
        </div>
      </div>
      <div className={rowClass}>
        <div className={columnClass}>
          <Cards of="balances" />
        </div>
        <div className={columnClass}>
          <Cards of="figures" />
        </div>
      </div>
      <LastRow />
    </div>
  );
}

function Cards({ of }: { of: (typeof cards)[number]['column'] }) {
  const { me } = useSession();
  return cards
    .filter(({ column, isFor }) => column === of && (isFor?.(me) ?? true))
    .map(({ Card, place }) => <Card key={place} />);
}

const rowClass = 'grid grid-cols-1 items-start gap-4 lg:grid-cols-2';
/** Where one column has nothing, the other has its space. */
const columnClass = 'flex min-w-0 flex-col gap-4 empty:hidden lg:has-[+:empty]:col-span-2';
