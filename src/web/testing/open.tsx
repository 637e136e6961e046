/** Opens the app on a screen, as if its address had been entered. */
import { createMemoryHistory } from '@tanstack/react-router';
import { createRoot, type Root } from 'react-dom/client';
import { App } from '#app/web/app.tsx';
import { type AppRouter, createAppRouter } from '#app/web/routes.tsx';
import { authCalls } from '#features/identity/contract.ts';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { forgetData } from '#features/identity/web/sessions/data-owner.ts';
import { memberCalls } from '#features/members/contract.ts';
import { photoListCall } from '#features/members/photo-list-contract.ts';
import { toInstant } from '#kit/day.ts';
import type { Role } from '#kit/role.ts';
import { queryClient } from '#web/api/query-client.ts';
import { answer } from './network.ts';
import { type ChapterRules, makeSession, members } from './session.ts';

export async function open(
  address: string,
  { as = 'member', rules }: { as?: Role; rules?: ChapterRules } = {},
): Promise<void> {
  if (root) throw new Error('leave() first: two apps would share the page');
  const view = makeSession(as, rules);
  const bearer = view.chapter && {
    token: 'token',
    expiresAt: toInstant(Temporal.Now.instant().add({ hours: 1 })),
    chapterId: view.chapter.id,
  };
  answer(authCalls.session, { ...view, bearer });
  answer(photoListCall, { items: [] });
  answer(memberCalls.list, { items: [...members], totalCount: members.length });
  void queryClient.prefetchQuery(sessionQuery);
  router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  // Its id has styles.
  const container = Object.assign(document.createElement('div'), { id: 'root' });
  root = createRoot(document.body.appendChild(container));
  root.render(<App router={router} />);
}

let router: AppRouter;
let root: Root | undefined;

/** What the address line would say. */
export const getAddress = (): string => router.state.location.href;

export const goBack = (): void => router.history.back();

/** Reads again what the screen has open, as it does when someone returns to it after a while. */
export const readAgain = (): Promise<void> => queryClient.refetchQueries({ type: 'active' });

/** Leaves the app as a reload would, with nothing remembered. */
export function leave(): void {
  root?.unmount();
  root = undefined;
  document.querySelector('#root')?.remove();
  forgetData(queryClient);
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
}
