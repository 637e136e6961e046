import type { QueryClient } from '@tanstack/react-query';
import { ChapterCard } from '#features/chapters/web/chapter-form.tsx';
import { chapterQuery } from '#features/chapters/web/chapter-queries.ts';
import { LogoCard } from '#features/chapters/web/logo-card.tsx';
import { useSession } from '#web/api/session.ts';
import { AdminSettings, showsAdminSettings } from './admin-settings.tsx';

/** The chapter's name, time zone, permissions, links and logo. */
export function ChapterSettings() {
  const { chapter } = useSession();
  return (
    <AdminSettings subtitle={`Settings shared by everyone in the ${chapter.name} chapter`}>
      <ChapterCard />
      <LogoCard />
    </AdminSettings>
  );
}

export async function prefetchChapterSettings(client: QueryClient): Promise<void> {
  if (showsAdminSettings(client)) await client.prefetchQuery(chapterQuery);
}
