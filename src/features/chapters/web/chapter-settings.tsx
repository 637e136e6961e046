import type { QueryClient } from '@tanstack/react-query';
import { useSession } from '#web/api/session.ts';
import { ChapterCard } from './chapter-form.tsx';
import { chapterQuery } from './chapter-queries.ts';
import { LogoCard } from './logo-card.tsx';
import { AdminSettings, showsAdminSettings } from './shared/admin-settings.tsx';

/** The chapter's name, time zone, permissions, links and logo. */
export function ChapterSettings() {
  const { chapter } = useSession();
  return (
    <AdminSettings description={`Settings shared by everyone in the ${chapter.name} chapter`}>
      <ChapterCard />
      <LogoCard />
    </AdminSettings>
  );
}

export async function prefetch(client: QueryClient): Promise<void> {
  if (showsAdminSettings(client)) await client.prefetchQuery(chapterQuery);
}
