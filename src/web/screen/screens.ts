/** Creates routes; each area defines its own, and the roof collects them. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  type RouteComponent,
} from '@tanstack/react-router';
import { queryClient } from '#web/api/query-client.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The document's title, without ' · Chapter Hub'. */
    title?: string;
    /** What its tab in the settings is called. */
    settingsTab?: string;
    /** Also shown to visitors who are not signed in. */
    isOpen?: boolean;
  }
}

type ScreenContext = {
  /** Waits until the press that asked for a screen is painted; not before the first screen. */
  readonly untilPainted: () => Promise<void>;
  /** Loads a screen's data while its code is loading. */
  readonly prefetch: (load: () => Promise<void>) => Promise<void>;
};

export const rootRoute = createRootRouteWithContext<ScreenContext>()();

/**
 * A screen for members. `search` parses and validates the address; `load` imports the module that prefetches the
 * screen's data before it is rendered.
 */
export function screen<const Path extends string, Search extends object = Record<never, never>>(
  path: Path,
  titles: string | { title: string; settingsTab: string },
  component: RouteComponent,
  search?: (raw: Record<string, unknown>) => Search,
  load?: () => Promise<{ prefetch: (client: QueryClient, search: Search) => Promise<unknown> }>,
) {
  const validateSearch = (raw: Record<string, unknown>): Search => ({
    // The router keeps what is not replaced.
    ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
    ...(search?.(raw) ?? ({} as Search)),
  });
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component,
    validateSearch,
    staticData: typeof titles === 'string' ? { title: titles } : titles,
    // Runs once per visit.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Rendering a screen is one task: without this, a press would show nothing until it ends.
    beforeLoad: async ({ cause, preload, context }) => {
      if (cause === 'enter' && !preload) await context.untilPainted();
    },
    loader: async ({ location, context }) => {
      if (!load) return;
      await context.prefetch(async () => {
        const { prefetch } = await load();
        await prefetch(queryClient, validateSearch(location.search));
      });
    },
  });
}

/** A screen that links in emails open. */
export function openScreen<const Path extends string>(
  path: Path,
  title: string,
  component: RouteComponent,
) {
  const staticData = { title, isOpen: true };
  return createRoute({ getParentRoute: () => rootRoute, path, component, staticData });
}
