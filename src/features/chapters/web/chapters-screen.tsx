import { useQuery, useQueryClient } from '@tanstack/react-query';
import Building2 from 'lucide-react/icons/building-complex';
import { Suspense, startTransition, useState } from 'react';
import { BackupsCard } from '#features/backups/web/shared/backups-card.tsx';
import { useSwitchChapter } from '#features/identity/web/shared/use-switch-chapter.ts';
import { useSession } from '#web/api/session.ts';
import { NotFound } from '#web/layout/not-found.tsx';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { OverlayHost } from '#web/screen/overlays.tsx';
import { useScreenState } from '#web/screen/screen-state.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ListView } from '#web/ui/list-view.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { ChapterSummary } from '../installation-contract.ts';
import { ChapterTable } from './chapter-table.tsx';
import { chaptersQuery } from './installation-queries.ts';
import { parseChaptersSearch } from './search.ts';

const dialogs = {
  create: lazyNamed(() => import('./create-chapter-dialog.tsx'), 'CreateChapterDialog'),
};
const InviteAdminDialog = lazyNamed(
  () => import('./invitations/invite-admin-dialog.tsx'),
  'InviteAdminDialog',
);

/** The installation's chapters; not found for anyone but installation admins. */
export function ChaptersScreen() {
  return useSession().me.isInstallationAdmin ? <Chapters /> : <NotFound />;
}

function Chapters() {
  const { search, open, closeDialog } = useScreenState({
    from: '/chapters',
    read: parseChaptersSearch,
    closed: { dialog: undefined },
  });
  const [page, setPage] = useState(1);
  const client = useQueryClient();
  const chapters = useQuery(chaptersQuery(page));
  const [inviting, setInviting] = useState<ChapterSummary>();
  const switchChapter = useSwitchChapter();
  return (
    <>
      <PageHeader
        title="Chapters"
        subtitle="Chapters on this server"
        actions={
          <Button
            variant="primary"
            icon={<Building2 aria-hidden="true" />}
            onClick={() => void open({ dialog: 'create' })}
          >
            Create Chapter
          </Button>
        }
      />
      <Card label="All chapters" isFlush>
        <ListView
          query={chapters}
          page={page}
          getPage={(data) => data}
          loading={<LoadingRows label="Loading chapters..." className="p-5" rows={4} />}
          failure="Couldn't load chapters."
          empty={null}
          onPageChange={setPage}
          onPageIntent={(next) => void client.prefetchQuery(chaptersQuery(next))}
          label="Pages of chapters"
          summary={(shown, total) => `Showing ${shown} of ${total} chapters`}
        >
          {({ items }) => (
            <ChapterTable
              chapters={items}
              onOpen={(chapterId) => void switchChapter(chapterId)}
              onInvite={(chapter) => startTransition(() => setInviting(chapter))}
            />
          )}
        </ListView>
      </Card>
      {/* The list above may be of any length, and would move it. */}
      {!chapters.isPending && (
        <div className="mt-4">
          <BackupsCard />
        </div>
      )}
      <OverlayHost
        dialogs={[{ overlays: dialogs, openName: search.dialog, onClose: closeDialog }]}
        search={search}
        context={{}}
      />
      <Suspense>
        {inviting && (
          <InviteAdminDialog chapter={inviting} onClose={() => setInviting(undefined)} />
        )}
      </Suspense>
    </>
  );
}
