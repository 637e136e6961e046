import { useQuery } from '@tanstack/react-query';
import BookOpen from 'lucide-react/icons/book-open';
import Pencil from 'lucide-react/icons/pencil';
import type { ComponentType } from 'react';
import { useMayCall } from '#web/api/use-may-call.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { OverlayHost, type ScreenOverlayProps } from '#web/screen/overlays.tsx';
import { useScreenState } from '#web/screen/screen-state.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { type ResourceList, resourceCalls } from '../contract.ts';
import { resourcesQuery } from './queries.ts';
import { ResourceCards, resourceGrid } from './resource-cards.tsx';
import { parseResourcesSearch, type ResourcesSearch } from './search.ts';

const EditResourcesDialog = lazyNamed(
  () => import('./edit-resources-dialog.tsx'),
  'EditResourcesDialog',
);

type Props = ScreenOverlayProps<ResourcesSearch> & { list: ResourceList | undefined };

const dialogs: Record<'edit', ComponentType<Props>> = {
  edit: ({ list, ...overlay }) => list && <EditResourcesDialog {...overlay} list={list} />,
};

/** The chapter's resources, which admins can edit. */
export function ResourcesScreen() {
  const { search, open, closeDialog } = useScreenState({
    from: '/resources',
    read: parseResourcesSearch,
    closed: { dialog: undefined },
  });
  const canEdit = useMayCall()(resourceCalls.change);
  const list = useQuery(resourcesQuery);
  const edit = () => void open({ dialog: 'edit' });
  return (
    <>
      <PageHeader
        title="Resources"
        actions={
          canEdit && (
            <Button icon={<Pencil aria-hidden="true" />} onClick={edit}>
              Edit Resources
            </Button>
          )
        }
      />
      <QueryView
        query={list}
        loading={
          <Loading label="Loading resources..." className={resourceGrid}>
            {Array.from({ length: 5 }, (_, index) => (
              <Skeleton key={index} className="h-42 rounded-card" />
            ))}
          </Loading>
        }
        failure="Couldn't load resources."
        card="Resources"
      >
        {({ items }) =>
          items.length > 0 ? (
            <ResourceCards resources={items} />
          ) : (
            <Card label="Resources">
              <EmptyState
                title="No resources yet"
                icon={<BookOpen />}
                action={canEdit && <Button onClick={edit}>Add a Resource</Button>}
              >
                {canEdit
                  ? 'Add the links that members look for.'
                  : 'An admin can add the first resources.'}
              </EmptyState>
            </Card>
          )
        }
      </QueryView>
      <OverlayHost
        dialogs={[
          {
            overlays: dialogs,
            openName: canEdit ? search.dialog : undefined,
            onClose: closeDialog,
          },
        ]}
        search={search}
        context={{ list: list.data }}
      />
    </>
  );
}
