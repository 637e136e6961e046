import { ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import type { NewsSource } from '#server/news-source.ts';
import { newsCalls } from '../contract.ts';
import { continueVisit, isWorthNoting } from '../visit.ts';
import { findNews } from './find-news.ts';
import { findVisit, saveVisit } from './visit-store.ts';

export function newsRoutes(api: Api, sources: readonly NewsSource[]): void {
  api.serve(newsCalls.list, async ({ db, caller, now }) => {
    const since = continueVisit(await findVisit(db, caller), now).newSince;
    if (since === null) return ok({ since, items: [], more: 0, isCut: false });
    return ok({ since, ...(await findNews(db, sources, caller, since, now)) });
  });

  api.serve(newsCalls.visit, async ({ tx, caller, now }) => {
    const last = await findVisit(tx, caller);
    const visit = continueVisit(last, now);
    if (isWorthNoting(last, visit)) await saveVisit(tx, caller, visit);
    return ok(undefined);
  });
}
