/** Screens and their addresses: each area makes its own, and the roof shows them. */
import {
  createRootRouteWithContext,
  createRoute,
  type RouteComponent,
} from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Of the document, before ' · Chapter Hub'. */
    title?: string;
    /** Also for who is not signed in. */
    isOpen?: boolean;
  }
}

type ScreenContext = {
  /** Asks for what a screen will show while its code is on its way. */
  readonly prefetch: (ask: () => Promise<void>) => Promise<void>;
};

export const rootRoute = createRootRouteWithContext<ScreenContext>()();

/**
 * A screen for members. `search` reads and checks what the address says after `?`; `ask` asks for
 * what will be shown while the screen is not drawn yet.
 */
export function screen<const Path extends string, Search extends object = Record<never, never>>(
  path: Path,
  title: string,
  component: RouteComponent,
  search?: (raw: Record<string, unknown>) => Search,
  ask?: (search: Search) => Promise<void>,
) {
  const validateSearch = search ?? (() => ({}) as Search);
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component,
    validateSearch,
    staticData: { title },
    // Once for each visit.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    loader: async ({ location, context }) => {
      if (ask) await context.prefetch(() => ask(validateSearch(location.search)));
    },
  });
}

/** A screen that a link in a mail leads to. */
export function openScreen<const Path extends string>(
  path: Path,
  title: string,
  component: RouteComponent,
) {
  const staticData = { title, isOpen: true };
  return createRoute({ getParentRoute: () => rootRoute, path, component, staticData });
}
