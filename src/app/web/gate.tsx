import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatches } from '@tanstack/react-router';
import { Activity, Suspense, useEffect, useState } from 'react';
import type { SessionView, SignedInView } from '#features/identity/contract.ts';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { SignInCard } from '#features/identity/web/sessions/sign-in-card.tsx';
import { toSession } from '#features/identity/web/shared/to-session.ts';
import { useSessionActions } from '#features/identity/web/shared/use-session-actions.ts';
import { SessionContext } from '#web/api/session.ts';
import { focusHeading } from '#web/layout/focus-heading.ts';
import { Splash } from '#web/layout/splash.tsx';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Shell } from './shell.tsx';

const NoChapterCard = lazyNamed(
  () => import('#features/chapters/web/no-chapter-card.tsx'),
  'NoChapterCard',
);

/** Who may see what: the screens for members, the sign-in card for everybody else. */
export function Gate() {
  const isOpen = useMatches({ select: (matches) => matches.at(-1)?.staticData.isOpen === true });
  const isOut = useQuery(sessionQuery).data?.signedIn === false;
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useDocumentTitle(isOut && !isOpen ? 'Sign In' : (title ?? 'Page not found'));
  return isOpen ? <Outlet /> : <MembersOnly />;
}

function MembersOnly() {
  const query = useQuery(sessionQuery);
  const view = query.data;
  const person = useLastPerson(view);
  const acts = useSessionActions();
  const wasOut = useWasOut(view);

  if (!view) {
    return query.isPending ? (
      <Splash />
    ) : (
      <main className="flex min-h-dvh items-center justify-center">
        <ErrorState
          title="Can't reach the server"
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        >
          {query.error.message}
        </ErrorState>
      </main>
    );
  }
  const session = person && toSession(person);
  return (
    <>
      {!view.signedIn && <SignInCard view={view} wasSignedIn={person !== undefined} />}
      {view.signedIn && !session && (
        <Suspense fallback={<Splash />}>
          <NoChapterCard view={view} {...acts} />
        </Suspense>
      )}
      {session && (
        // Hidden and not gone while a session that ran out is renewed: what was typed is still there.
        <Activity
          key={`${session.me.accountId}/${session.chapter.id}`}
          mode={view.signedIn ? 'visible' : 'hidden'}
        >
          <SessionContext value={session}>
            <Shell session={session} {...acts}>
              <Outlet />
              {wasOut && <Arrival />}
            </Shell>
          </SessionContext>
        </Activity>
      )}
    </>
  );
}

/** Who is here, or whose session ran out while they were; nobody once they left on purpose. */
function useLastPerson(view: SessionView | undefined): SignedInView | undefined {
  const [person, setPerson] = useState<SignedInView>();
  const next = view === undefined ? undefined : view.signedIn ? view : person;
  if (next !== person) setPerson(next);
  return next;
}

/** Whoever came in through the sign-in card starts at the heading; a reload moves no focus. */
function Arrival() {
  useEffect(focusHeading, []);
  return null;
}

function useWasOut(view: SessionView | undefined): boolean {
  const [wasOut, setWasOut] = useState(false);
  if (view?.signedIn === false && !wasOut) setWasOut(true);
  return wasOut;
}

function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Chapter Hub`;
  }, [title]);
}
