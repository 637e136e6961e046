import { ChapterCards } from '#features/chapters/web/chapter-cards.tsx';
import { MainCalendarCard } from '#features/events/web/calendar/main-calendar-card.tsx';
import { useSession } from '#web/api/session.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** The chapter's settings, including those of other features. */
export function ChapterSettings() {
  const { chapter } = useSession();
  return (
    <SettingsFrame subtitle={`Settings shared by everyone in the ${chapter.name} chapter`}>
      <ChapterCards>
        <MainCalendarCard />
      </ChapterCards>
    </SettingsFrame>
  );
}
