/**
 * Every screen and its address. To add an area, add its line. A module named after its address
 * (`expenses-screen.tsx` for /expenses) is fetched early (vite.config.ts).
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router';
import { HomeScreen } from '#app/web/home/home-screen.tsx';
import { auditSearch } from '#features/audit/web/search.ts';
import { chaptersSearch } from '#features/chapters/web/search.ts';
import { calendarSearch, eventsSearch } from '#features/events/web/search.ts';
import { expensesSearch } from '#features/expenses/web/search.ts';
import { joinPath, oidcReturnPath, resetPath, setUpPath } from '#features/identity/contract.ts';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { membersSearch } from '#features/members/web/search.ts';
import { resourcesSearch } from '#features/resources/web/search.ts';
import { transactionsSearch, walletsSearch } from '#features/wallets/web/search.ts';
import { queryClient } from '#web/api/query-client.ts';
import { Crash } from '#web/layout/crash.tsx';
import { NotFound } from '#web/layout/not-found.tsx';
import { Gate } from './gate.tsx';

const root = createRootRoute({ component: Gate, notFoundComponent: NotFound });

// biome-ignore format: a table
const routeTree = root.addChildren([
  // Where most visits begin: it comes with the app.
  screen('/', 'Home', HomeScreen),
  screen('/calendar', 'Calendar', lazyRouteComponent(() => import('#features/events/web/calendar/calendar-screen.tsx'), 'CalendarScreen'), calendarSearch),
  screen('/events', 'Events', lazyRouteComponent(() => import('#features/events/web/list/events-screen.tsx'), 'EventsScreen'), eventsSearch),
  screen('/expenses', 'Expenses', lazyRouteComponent(() => import('#features/expenses/web/expenses-screen.tsx'), 'ExpensesScreen'), expensesSearch,
    async (search) => (await import('#features/expenses/web/expenses-screen.tsx')).askForExpenses(queryClient, search)),
  screen('/wallets', 'Wallets', lazyRouteComponent(() => import('#features/wallets/web/wallets/wallets-screen.tsx'), 'WalletsScreen'), walletsSearch),
  screen('/wallets/$walletId/transactions', 'Transactions', lazyRouteComponent(() => import('#features/wallets/web/transactions/transactions-screen.tsx'), 'TransactionsScreen'), transactionsSearch),
  screen('/members', 'Members', lazyRouteComponent(() => import('#features/members/web/members-screen.tsx'), 'MembersScreen'), membersSearch),
  screen('/members/$memberId', 'Member', lazyRouteComponent(() => import('./member-page.tsx'), 'MemberPage')),
  screen('/chapters', 'Chapters', lazyRouteComponent(() => import('#features/chapters/web/chapters-screen.tsx'), 'ChaptersScreen'), chaptersSearch),
  screen('/settings', 'Settings', lazyRouteComponent(() => import('./settings/settings-screen.tsx'), 'SettingsScreen')),
  screen('/settings/chapter', 'Chapter settings', lazyRouteComponent(() => import('./settings/chapter-settings.tsx'), 'ChapterSettings')),
  screen('/audit', 'Audit Log', lazyRouteComponent(() => import('./settings/audit-settings.tsx'), 'AuditSettings'), auditSearch),
  screen('/resources', 'Resources', lazyRouteComponent(() => import('#features/resources/web/resources-screen.tsx'), 'ResourcesScreen'), resourcesSearch),
  open(joinPath, 'Join', lazyRouteComponent(() => import('#features/chapters/web/invitations/join-screen.tsx'), 'JoinScreen')),
  open(oidcReturnPath, 'Signing in', lazyRouteComponent(() => import('#features/identity/web/oidc/hosted-return-screen.tsx'), 'HostedReturnScreen')),
  open(resetPath, 'Password', lazyRouteComponent(() => import('#features/identity/web/accounts/reset-screen.tsx'), 'ResetScreen')),
  open(setUpPath, 'Setup', lazyRouteComponent(() => import('#features/chapters/web/set-up-screen.tsx'), 'SetUpScreen')),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: Crash,
  // Nothing typed in a panel or a filter of the same screen moves the page.
  scrollRestoration: ({ location }) => location.pathname !== shownPath,
});

let shownPath: string | undefined;
router.subscribe('onRendered', ({ toLocation }) => {
  shownPath = toLocation.pathname;
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Of the document, before ' · Chapter Hub'. */
    title?: string;
    /** Also for who is not signed in. */
    isOpen?: boolean;
  }
}

/**
 * A screen for members. `search` reads and checks what the address says after `?`; `ask` asks for
 * what will be shown while the screen is not drawn yet.
 */
function screen<const Path extends string, Search extends object = Record<never, never>>(
  path: Path,
  title: string,
  component: RouteComponent,
  search?: (raw: Record<string, unknown>) => Search,
  ask?: (search: Search) => Promise<void>,
) {
  const validateSearch = search ?? (() => ({}) as Search);
  return createRoute({
    getParentRoute: () => root,
    path,
    component,
    validateSearch,
    staticData: { title },
    // Once for each visit, and not waited for, but for a moment before anything is shown at all.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    loader: async ({ location }) => {
      if (!ask) return;
      const asked = onceSignedIn(() => ask(validateSearch(location.search)));
      if (shownPath === undefined) await Promise.race([asked, pause(aMoment)]);
    },
  });
}

/** In which the screen is drawn once, with its data, instead of twice. */
const aMoment = 300;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function onceSignedIn(ask: () => Promise<void>): Promise<void> {
  // What fails here is asked for again, and told, by whoever shows it.
  const view = await queryClient.ensureQueryData(sessionQuery).catch(() => undefined);
  if (view?.signedIn && view.chapter) await ask().catch(() => undefined);
}

/** A screen that a link in a mail leads to. */
function open<const Path extends string>(path: Path, title: string, component: RouteComponent) {
  const staticData = { title, isOpen: true };
  return createRoute({ getParentRoute: () => root, path, component, staticData });
}
