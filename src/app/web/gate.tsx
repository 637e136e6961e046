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
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { Shell } from './shell.tsx';

const NoChapterCard = lazyNamed(
  () => import('#features/chapters/web/no-chapter-card.tsx'),
  'NoChapterCard',
);

/** Shows members the screens and everyone else the sign-in card. */
export function Gate() {
  const isOpen = useMatches({ select: (matches) => matches.at(-1)?.staticData.isOpen === true });
  const isSignedOut = useQuery(sessionQuery).data?.signedIn === false;
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useDocumentTitle(isSignedOut && !isOpen ? 'Sign In' : (title ?? 'Page not found'));
  return isOpen ? <Outlet /> : <MembersOnly />;
}

function MembersOnly() {
  const query = useQuery(sessionQuery);
  const view = query.data;
  const lastSession = useLastSession(view);
  const sessionActions = useSessionActions();
  const wasSignedOut = useWasSignedOut(view);

  if (!view) {
    return query.isPending ? (
      <Splash />
    ) : (
      <main className="flex min-h-dvh items-center justify-center">
        <QueryFailure title="Can't reach the server" query={query} />
      </main>
    );
  }
  const session = lastSession && toSession(lastSession);
  return (
    <>
      {!view.signedIn && <SignInCard view={view} wasSignedIn={lastSession !== undefined} />}
      {view.signedIn && !session && (
        <Suspense fallback={<Splash />}>
          <NoChapterCard view={view} {...sessionActions} />
        </Suspense>
      )}
      {session && (
        // Hidden but mounted while an expired session is renewed, so that input is kept.
        <Activity
          key={`${session.me.accountId}/${session.chapter.id}`}
          mode={view.signedIn ? 'visible' : 'hidden'}
        >
          <SessionContext value={session}>
            <Shell session={session} {...sessionActions}>
              <Outlet />
              {wasSignedOut && <FocusHeadingOnMount />}
            </Shell>
          </SessionContext>
        </Activity>
      )}
    </>
  );
}

/** The current session, or the one that expired; undefined after signing out. */
function useLastSession(view: SessionView | undefined): SignedInView | undefined {
  const [lastSession, setLastSession] = useState<SignedInView>();
  const next = view === undefined ? undefined : view.signedIn ? view : lastSession;
  if (next !== lastSession) setLastSession(next);
  return next;
}

/** Focuses the heading after signing in; a reload does not move the focus. */
function FocusHeadingOnMount() {
  useEffect(focusHeading, []);
  return null;
}

function useWasSignedOut(view: SessionView | undefined): boolean {
  const [wasSignedOut, setWasOut] = useState(false);
  if (view?.signedIn === false && !wasSignedOut) setWasOut(true);
  return wasSignedOut;
}

function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Chapter Hub`;
  }, [title]);
}
