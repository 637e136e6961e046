import type { QueryClient } from '@tanstack/react-query';
import { ChapterCards, prefetchChapterCards } from '#features/chapters/web/chapter-cards.tsx';
import { MainCalendarCard } from '#features/events/web/calendar/main-calendar-card.tsx';
import { CategoriesCard } from '#features/events/web/categories/categories-card.tsx';
import { categoriesQuery } from '#features/events/web/categories/categories-query.ts';
import { calendarsQuery } from '#features/events/web/queries.ts';
import { useSession } from '#web/api/session.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** Fetched ahead, so that no card moves when another is shown. */
export async function prefetchChapterSettings(client: QueryClient): Promise<void> {
  await Promise.all([
    prefetchChapterCards(client),
    client.prefetchQuery(calendarsQuery),
    client.prefetchQuery(categoriesQuery),
  ]);
}

/** The chapter's settings, including those of other features. */
export function ChapterSettings() {
  const { chapter } = useSession();
  return (
    <SettingsFrame subtitle={`Settings shared by everyone in the ${chapter.name} chapter`}>
      <ChapterCards>
        <MainCalendarCard />
        <CategoriesCard />
      </ChapterCards>
    </SettingsFrame>
  );
}
