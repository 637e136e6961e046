import type { QueryClient } from '@tanstack/react-query';
import {
  AdminSettings,
  showsAdminSettings,
} from '#features/chapters/web/shared/admin-settings.tsx';
import { useSession } from '#web/api/session.ts';
import { MainCalendarCard } from './calendar/main-calendar-card.tsx';
import { CategoriesCard } from './categories/categories-card.tsx';
import { categoriesQuery } from './categories/categories-query.ts';
import { calendarsQuery } from './queries.ts';

/** The calendar that expenses link to, and the categories of events. */
export function EventSettings() {
  const { chapter } = useSession();
  return (
    <AdminSettings description={`Calendars and event categories of the ${chapter.name} chapter`}>
      {/* Its height is known before it has loaded. */}
      <MainCalendarCard />
      <CategoriesCard />
    </AdminSettings>
  );
}

export async function prefetch(client: QueryClient): Promise<void> {
  if (!showsAdminSettings(client)) return;
  await Promise.all([client.prefetchQuery(categoriesQuery), client.prefetchQuery(calendarsQuery)]);
}
