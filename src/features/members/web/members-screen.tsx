import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import UsersRound from 'lucide-react/icons/users-round';
import { type ComponentType, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { formatCount, plural, pluralize } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { OverlayHost, type ScreenOverlayProps } from '#web/screen/overlays.tsx';
import { readPersonal, writePersonal } from '#web/screen/personal-storage.ts';
import { useScreenState } from '#web/screen/screen-state.ts';
import { useTypedSearch } from '#web/screen/use-typed-search.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { groupCalls } from '../group-contract.ts';
import { importCalls } from '../import-contract.ts';
import { membershipCalls } from '../membership-contract.ts';
import { DirectoryActions } from './directory/directory-actions.tsx';
import { directoryQuery, memberCountQuery } from './directory/directory-queries.ts';
import { InitialsIndex } from './directory/initials-index.tsx';
import {
  type DirectoryView,
  directoryViews,
  MemberCardSkeletons,
  MemberCards,
} from './directory/member-cards.tsx';
import { OrderAndView } from './directory/order-and-view.tsx';
import { type MembersDialog, type MembersSearch, parseMembersSearch } from './search.ts';

const InactiveMembers = lazyNamed(
  () => import('./directory/inactive-members.tsx'),
  'InactiveMembers',
);

type Context = { onOpenGroup: (group?: Id<'group'>) => void };
const dialogs: Record<MembersDialog, ComponentType<ScreenOverlayProps<MembersSearch> & Context>> = {
  invite: lazyNamed(
    () => import('#features/chapters/web/shared/invite-dialog.tsx'),
    'InviteDialog',
  ),
  import: lazyNamed(() => import('./import/import-dialog.tsx'), 'ImportDialog'),
  groups: lazyNamed(() => import('./groups/groups-dialog.tsx'), 'GroupsDialog'),
  group: lazyNamed(() => import('./groups/group-form-dialog.tsx'), 'GroupFormDialog'),
};

/** The member directory, searched and sorted by the server while typing. */
export function MembersScreen() {
  const { search, open, replace, closeDialog } = useScreenState({
    from: '/members',
    read: parseMembersSearch,
    closed: { dialog: undefined, group: undefined },
  });
  const mayCall = useMayCall();
  const count = useQuery(memberCountQuery);
  const members = useInfiniteQuery(directoryQuery(search));
  const [typed, setTyped] = useTypedSearch(
    search.q ?? '',
    (q) => void replace({ q: q || undefined }),
  );
  const searchBox = useFocusOnRequest(
    search.focus === 'search',
    () => void replace({ focus: undefined }),
  );

  const [view, setView] = useDirectoryView();
  const { q, sort, initial } = search;
  const directory = useMemo(() => ({ q, sort, initial }), [q, sort, initial]);
  const pages = members.data?.pages ?? [];
  const listed = useMemo(
    () => members.data?.pages.flatMap(({ items }) => items) ?? [],
    [members.data],
  );
  const total = pages.at(-1)?.totalCount ?? 0;
  const mayOpen = {
    invite: mayCall(invitationCalls.inviteMany),
    import: mayCall(importCalls.import),
    groups: mayCall(groupCalls.list),
    group: mayCall(groupCalls.update),
  };

  return (
    <>
      <PageHeader
        title="Member Directory"
        subtitle={
          <>
            {count.isLoadingError ? (
              <span role="alert">
                Couldn't load the number of members.{' '}
                <TextButton onClick={() => void count.refetch()} className="font-medium">
                  Retry
                </TextButton>
              </span>
            ) : (
              // The specification's words are for assistive technology.
              <span>
                <span className="sr-only">Total Users </span>
                <span className="tabular font-semibold text-ink">
                  {count.data === undefined ? '...' : formatCount(count.data)}
                </span>{' '}
                {pluralize(count.data ?? 0, 'member')}
              </span>
            )}
          </>
        }
        actions={
          <DirectoryActions
            search={search}
            mayOpen={mayOpen}
            onOpen={(dialog) => void open({ dialog })}
          />
        }
      />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div ref={searchBox} className="min-w-48 flex-1 sm:max-w-80">
          <SearchField value={typed} onValueChange={setTyped} placeholder="Search members..." />
        </div>
        <OrderAndView
          sort={search.sort}
          onSort={(sort) => void replace({ sort })}
          view={view}
          onView={setView}
        />
        <InitialsIndex chosen={search.initial} onChoose={(initial) => void replace({ initial })} />
      </div>
      <p role="status" className="sr-only">
        {members.isSuccess && (search.q || search.initial)
          ? `${plural(total, 'member')} found`
          : ''}
      </p>
      <QueryView
        query={members}
        loading={<MemberCardSkeletons />}
        failure="Couldn't load members."
        card="Members"
      >
        {() =>
          total > 0 ? (
            <MemberCards
              key={view}
              view={view}
              directory={directory}
              members={listed}
              total={total}
              isLoadingMore={members.isFetchingNextPage}
              onMore={() => {
                if (!members.isFetching) void members.fetchNextPage();
              }}
            />
          ) : (
            <Card label="Members">
              <NoMembersFound
                query={search.q ?? search.initial ?? ''}
                onClear={() => {
                  setTyped('');
                  void replace({ q: undefined, initial: undefined });
                }}
              />
            </Card>
          )
        }
      </QueryView>
      {mayCall(membershipCalls.inactive) && (
        <Suspense>
          <InactiveMembers />
        </Suspense>
      )}
      <OverlayHost<MembersSearch, Context>
        dialogs={[
          {
            overlays: dialogs,
            openName: search.dialog && mayOpen[search.dialog] ? search.dialog : undefined,
            onClose: closeDialog,
          },
        ]}
        search={search}
        context={{ onOpenGroup: (group) => void open({ dialog: 'group', group }) }}
      />
    </>
  );
}

/** The view that the member chose last in this browser. */
function useDirectoryView() {
  const [view, setView] = useState(
    () => directoryViews.find((name) => name === readPersonal('members-view')) ?? 'cards',
  );
  const choose = (chosen: DirectoryView) => {
    setView(chosen);
    writePersonal('members-view', chosen);
  };
  return [view, choose] as const;
}

function NoMembersFound({ query, onClear }: { query: string; onClear: () => void }) {
  if (query.trim() === '') {
    return (
      <EmptyState title="No members yet" icon={<UsersRound />}>
        An admin can invite the first members.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No members found"
      icon={<UsersRound />}
      action={<Button onClick={onClear}>Clear Search</Button>}
    >
      Nothing in the profiles you can see matches "{query.trim()}".
    </EmptyState>
  );
}

/** Focuses the search box if the address requests it, and removes the request. */
function useFocusOnRequest(isRequested: boolean, onDone: () => void) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isRequested) return;
    box.current?.querySelector('input')?.focus();
    onDone();
  }, [isRequested, onDone]);
  return box;
}
