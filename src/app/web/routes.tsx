/**
 * The screens of every area, and those that combine several areas. A screen whose file is named after
 * its path (`expenses-screen.tsx` for /expenses) is prefetched (vite.config.ts).
 */
import type { QueryClient } from '@tanstack/react-query';
import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keepAuditSearch } from '#features/audit/web/keep-search.ts';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { Crash } from '#web/layout/crash.tsx';
import { rootRoute, screen } from '#web/screen/screens.ts';
import { areas } from './areas.ts';
import { Gate } from './gate.tsx';
import { HomeScreen } from './home/home-screen.tsx';

rootRoute.update({
  component: Gate,
  notFoundComponent: lazyRouteComponent(() => import('#web/layout/not-found.tsx'), 'NotFound'),
});

type AreaScreen = (typeof areas)[number]['screens'][number];

/** A page of the settings, whose module also prefetches what its cards show. */
function settings<const Path extends string, Component extends string, Prefetch extends string>(
  path: Path,
  title: string,
  load: () => Promise<
    Record<Component, () => ReactNode> & Record<Prefetch, (client: QueryClient) => Promise<void>>
  >,
  component: Component,
  prefetchName: Prefetch,
) {
  return screen(path, title, lazyRouteComponent(load, component), undefined, async () => {
    const module = await load();
    await module[prefetchName](queryClient);
  });
}

// biome-ignore format: a table
const routeTree = rootRoute.addChildren([
  // Not lazy, because most visits start here.
  screen('/', 'Home', HomeScreen),
  screen('/members/$memberId', 'Member', lazyRouteComponent(() => import('./member-page.tsx'), 'MemberPage')),
  settings('/settings', 'Settings', () => import('./settings/settings-screen.tsx'), 'SettingsScreen', 'prefetchSettings'),
  settings('/settings/chapter', 'Chapter settings', () => import('./settings/chapter-settings.tsx'), 'ChapterSettings', 'prefetchChapterSettings'),
  settings('/settings/payments', 'Payment settings', () => import('./settings/payment-settings.tsx'), 'PaymentSettings', 'prefetchPaymentSettings'),
  settings('/settings/events', 'Event settings', () => import('./settings/event-settings.tsx'), 'EventSettings', 'prefetchEventSettings'),
  screen('/audit', 'Audit Log', lazyRouteComponent(() => import('./settings/audit-settings.tsx'), 'AuditSettings'), keepAuditSearch),
  ...areas.flatMap<AreaScreen>(({ screens }) => screens),
]);

export const router = createRouter({
  routeTree,
  context: { prefetch },
  defaultPreload: 'intent',
  defaultErrorComponent: Crash,
  // Changes of the search on the same screen do not scroll the page.
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

/** Prefetches without waiting, except for a moment before the first screen. */
async function prefetch(load: () => Promise<void>): Promise<void> {
  const loading = prefetchWhenSignedIn(load);
  if (shownPath === undefined) await Promise.race([loading, pause(maxWaitMilliseconds)]);
}

/** Short wait that lets the first screen render once with its data instead of twice. */
const maxWaitMilliseconds = 300;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function prefetchWhenSignedIn(load: () => Promise<void>): Promise<void> {
  // The screen repeats failed requests and reports their errors.
  const view = await queryClient.ensureQueryData(sessionQuery).catch(() => undefined);
  if (view?.signedIn && view.chapter) await load().catch(() => undefined);
}
