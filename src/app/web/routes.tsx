/**
 * The screens of every area, and those that combine several areas. A screen whose file is named after
 * its path (`expenses-screen.tsx` for /expenses) is prefetched (vite.config.ts).
 */
import { createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { Crash } from '#web/layout/crash.tsx';
import { focusHeading } from '#web/layout/focus-heading.ts';
import { rootRoute, screen } from '#web/screen/screens.ts';
import { readAddress, writeAddress } from '#web/screen/search-params.ts';
import { areas } from './areas.ts';
import { Gate } from './gate.tsx';

rootRoute.update({
  component: Gate,
  notFoundComponent: lazyRouteComponent(() => import('#web/layout/not-found.tsx'), 'NotFound'),
});

type AreaScreen = (typeof areas)[number]['screens'][number];

// biome-ignore format: a table
const routeTree = rootRoute.addChildren([
  screen('/', 'Home', lazyRouteComponent(() => import('./home/home-screen.tsx'), 'HomeScreen'), undefined, () => import('./home/home-screen.tsx')),
  screen('/members/$memberId', 'Member', lazyRouteComponent(() => import('./member-page.tsx'), 'MemberPage')),
  screen('/settings', 'Settings', lazyRouteComponent(() => import('./settings-screen.tsx'), 'SettingsScreen'), undefined, () => import('./settings-screen.tsx')),
  ...areas.flatMap<AreaScreen>(({ screens }) => screens),
]);

/** A page has one router; a component test has its own, with a history that is not the page's. */
export function createAppRouter(history?: RouterHistory) {
  let shownPath: string | undefined;
  const router = createRouter({
    routeTree,
    parseSearch: readAddress,
    stringifySearch: writeAddress,
    ...(history && { history }),
    context: {
      untilPainted: async () => {
        if (shownPath !== undefined) await nextPaint();
      },
      /** Prefetches without waiting, except for a moment before the first screen. */
      prefetch: async (load) => {
        const loading = prefetchWhenSignedIn(load);
        if (shownPath === undefined) await Promise.race([loading, pause(maxWaitMilliseconds)]);
      },
    },
    defaultPreload: 'intent',
    defaultErrorComponent: Crash,
    // Changes of the search on the same screen do not scroll the page.
    scrollRestoration: ({ location }) => location.pathname !== shownPath,
  });
  router.subscribe('onRendered', ({ toLocation, pathChanged, fromLocation }) => {
    shownPath = toLocation.pathname;
    if (pathChanged && fromLocation) focusHeading();
  });
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

/** Short wait that lets the first screen render once with its data instead of twice. */
const maxWaitMilliseconds = 300;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** After the next frame is painted, which a hidden tab doesn't have. */
const nextPaint = () =>
  Promise.race([
    new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    pause(100),
  ]);

async function prefetchWhenSignedIn(load: () => Promise<void>): Promise<void> {
  // The screen repeats failed requests and reports their errors.
  const view = await queryClient.ensureQueryData(sessionQuery).catch(() => undefined);
  if (view?.signedIn && view.chapter) await load().catch(() => undefined);
}
