import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { BookOpen, Pencil } from 'lucide-react';
import { Suspense } from 'react';
import { useSession } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { useOverlays } from '#web/screen/overlays.ts';
import { useLasting } from '#web/screen/use-lasting.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { resourcesQuery } from './queries.ts';
import { ResourceCards, resourceGrid } from './resource-cards.tsx';

const EditResourcesDialog = lazyNamed(
  () => import('./edit-resources-dialog.tsx'),
  'EditResourcesDialog',
);

/** What the chapter points its members to; admins decide what that is. */
export function ResourcesScreen() {
  const search = useSearch({ from: '/resources' });
  const navigate = useNavigate({ from: '/resources' });
  const overlays = useOverlays();
  const isAdmin = useSession().me.role === 'admin';
  const list = useQuery(resourcesQuery);
  const dialog = useLasting(isAdmin ? search.dialog : undefined);
  const edit = () => {
    const search = { dialog: 'edit' } as const;
    if (!overlays.isOpen(search)) void navigate({ search, state: overlays.opening() });
  };
  const close = () =>
    overlays.close(
      1,
      () => void navigate({ search: {}, replace: true, state: overlays.staying() }),
    );
  return (
    <>
      <PageHeader
        title="Resources"
        subtitle="Platforms, learning and documents of the chapter"
        actions={
          isAdmin && (
            <Button icon={<Pencil aria-hidden="true" />} onClick={edit}>
              Edit Resources
            </Button>
          )
        }
      />
      {list.isPending && (
        <Loading label="Loading resources..." className={resourceGrid}>
          {Array.from({ length: 5 }, (_, index) => (
            <Skeleton key={index} className="h-42 rounded-card" />
          ))}
        </Loading>
      )}
      {list.isError && !list.data && (
        <Card label="Resources">
          <ErrorState
            title="Couldn't load the resources"
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          >
            {list.error.message}
          </ErrorState>
        </Card>
      )}
      {list.data && list.data.items.length > 0 && <ResourceCards resources={list.data.items} />}
      {list.data?.items.length === 0 && (
        <Card label="Resources">
          <EmptyState
            title="No resources yet"
            icon={<BookOpen />}
            action={isAdmin && <Button onClick={edit}>Add a resource</Button>}
          >
            {isAdmin ? 'What members look for belongs here.' : 'An admin adds the first ones.'}
          </EmptyState>
        </Card>
      )}
      <Suspense>
        {dialog && list.data && (
          <EditResourcesDialog
            key={dialog.opening}
            list={list.data}
            open={dialog.isOpen}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
