import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { UserPlus, UsersRound } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { roleSuffices } from '#features/auth/role.ts';
import { useOverlays } from '#web/overlays.ts';
import { useSession } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { useLasting } from '#web/use-lasting.ts';
import { useTypedSearch } from '#web/use-typed-search.ts';
import { findable, findMembers } from '../find-members.ts';
import { MemberCardSkeletons, MemberCards } from './member-cards.tsx';
import { membersQuery } from './queries.ts';
import type { MembersSearch } from './search.ts';

const InviteDialog = lazy(() =>
  import('./invite-dialog.tsx').then((module) => ({ default: module.InviteDialog })),
);

/** The member directory: everybody at once, found as one types. */
export function MembersScreen() {
  const search = useSearch({ from: '/members' });
  const navigate = useNavigate({ from: '/members' });
  const { me } = useSession();
  const members = useQuery(membersQuery);
  const overlays = useOverlays();
  const rewrite = (change: MembersSearch) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      state: overlays.staying(),
    });
  const [typed, setTyped] = useTypedSearch(search.q ?? '', (q) => rewrite({ q: q || undefined }));
  const searchBox = useFocusOnRequest(search.focus === 'search', () =>
    rewrite({ focus: undefined }),
  );

  const all = useMemo(() => findable(members.data?.items ?? []), [members.data]);
  const query = useDeferredValue(typed);
  const found = useMemo(() => findMembers(all, query), [all, query]);
  const isAdmin = roleSuffices(me.role, 'admin');
  const dialog = useLasting(isAdmin ? search.dialog : undefined);
  const openInvite = () =>
    void navigate({
      search: (before) => ({ ...before, dialog: 'invite' }),
      state: overlays.opening(),
    });
  const closeInvite = () => overlays.close(1, () => rewrite({ dialog: undefined }));

  return (
    <>
      <PageHeader
        title="Member Directory"
        actions={
          isAdmin && (
            <Button variant="primary" icon={<UserPlus aria-hidden="true" />} onClick={openInvite}>
              Invite
            </Button>
          )
        }
      />
      <div className="mb-5 grid grid-cols-1 items-end gap-4 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)] lg:grid-cols-3">
        <Card title="Total Users" heading="label">
          <p className="tabular text-figure font-semibold">
            {members.isPending ? '...' : (members.data?.totalCount ?? 0).toLocaleString('en-US')}
          </p>
        </Card>
        <div ref={searchBox} className="lg:col-span-2 lg:justify-self-end lg:w-80">
          <SearchField value={typed} onValueChange={setTyped} placeholder="Search members..." />
        </div>
      </div>
      {members.isPending && <MemberCardSkeletons />}
      {members.isError && (
        <Card label="Members">
          <ErrorState
            title="Couldn't load the members"
            onRetry={() => void members.refetch()}
            isRetrying={members.isFetching}
          >
            {members.error.message}
          </ErrorState>
        </Card>
      )}
      {members.isSuccess && found.length > 0 && <MemberCards members={found} />}
      {members.isSuccess && found.length === 0 && (
        <Card label="Members">
          <NobodyFound query={query} onClear={() => setTyped('')} />
        </Card>
      )}
      {dialog && (
        <Suspense>
          <InviteDialog key={dialog.opening} open={dialog.isOpen} onClose={closeInvite} />
        </Suspense>
      )}
    </>
  );
}

function NobodyFound({ query, onClear }: { query: string; onClear: () => void }) {
  if (query.trim() === '') {
    return (
      <EmptyState title="No members yet" icon={<UsersRound />}>
        An admin invites the first ones.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No members found"
      icon={<UsersRound />}
      action={<Button onClick={onClear}>Clear search</Button>}
    >
      Nobody's name, e-mail or phone matches “{query.trim()}”.
    </EmptyState>
  );
}

/** Puts the cursor into the box when the address asks for it, and takes the request back. */
function useFocusOnRequest(isRequested: boolean, onDone: () => void) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isRequested) return;
    box.current?.querySelector('input')?.focus();
    onDone();
  }, [isRequested, onDone]);
  return box;
}
