/**
 * The screens of every area, and those that show several of them. A module named after its address
 * (`expenses-screen.tsx` for /expenses) is fetched early (vite.config.ts).
 */
import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { auditSearch } from '#features/audit/web/search.ts';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { Crash } from '#web/layout/crash.tsx';
import { NotFound } from '#web/layout/not-found.tsx';
import { rootRoute, screen } from '#web/screen/screens.ts';
import { areas } from './areas.ts';
import { Gate } from './gate.tsx';
import { HomeScreen } from './home/home-screen.tsx';

rootRoute.update({ component: Gate, notFoundComponent: NotFound });

type AreaScreen = (typeof areas)[number]['screens'][number];

// biome-ignore format: a table
const routeTree = rootRoute.addChildren([
  // Where most visits begin: it comes with the app.
  screen('/', 'Home', HomeScreen),
  screen('/members/$memberId', 'Member', lazyRouteComponent(() => import('./member-page.tsx'), 'MemberPage')),
  screen('/settings', 'Settings', lazyRouteComponent(() => import('./settings/settings-screen.tsx'), 'SettingsScreen')),
  screen('/settings/chapter', 'Chapter settings', lazyRouteComponent(() => import('./settings/chapter-settings.tsx'), 'ChapterSettings')),
  screen('/audit', 'Audit Log', lazyRouteComponent(() => import('./settings/audit-settings.tsx'), 'AuditSettings'), auditSearch),
  ...areas.flatMap<AreaScreen>(({ screens }) => screens),
]);

export const router = createRouter({
  routeTree,
  context: { prefetch },
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
}

/** Not waited for, but for a moment before anything is shown at all. */
async function prefetch(ask: () => Promise<void>): Promise<void> {
  const asked = onceSignedIn(ask);
  if (shownPath === undefined) await Promise.race([asked, pause(aMoment)]);
}

/** In which the screen is drawn once, with its data, instead of twice. */
const aMoment = 300;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function onceSignedIn(ask: () => Promise<void>): Promise<void> {
  // What fails here is asked for again, and told, by whoever shows it.
  const view = await queryClient.ensureQueryData(sessionQuery).catch(() => undefined);
  if (view?.signedIn && view.chapter) await ask().catch(() => undefined);
}
