import { ChapterSettingsScreen } from '#features/chapters/web/chapter-settings-screen.tsx';
import { MainCalendarCard } from '#features/events/web/calendar/main-calendar-card.tsx';

/** The chapter's settings, with what other features let admins choose. */
export function ChapterSettings() {
  return (
    <ChapterSettingsScreen>
      <MainCalendarCard />
    </ChapterSettingsScreen>
  );
}
