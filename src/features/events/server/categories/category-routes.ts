import type { Id } from '#kit/id.ts';
import { ok, refuse } from '#kit/result.ts';
import { auditWork } from '#server/audit/audit.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { Api } from '#server/http/serve.ts';
import { type Category, findRecolored } from '../../categories/category.ts';
import { categoryCalls } from '../../categories/category-contract.ts';
import {
  listCategories,
  raiseVersion,
  readCategories,
  recolorEvents,
  saveCategories,
} from './category-store.ts';

export function categoryRoutes(api: Api): void {
  api.serve(categoryCalls.list, async ({ db, caller, now }) =>
    ok(await listCategories(db, caller.chapterId, now)),
  );

  api.serve(categoryCalls.change, async ({ tx, caller, body, ifMatch, now, newId }) => {
    const { chapterId } = caller;
    const seen = await raiseVersion(tx, chapterId);
    const stale = checkVersion({ version: seen }, ifMatch, 'the categories');
    if (stale) return stale;
    const before = await readCategories(tx, chapterId);
    const recolored = findRecolored(body.items);
    const isKnown = (color: string) => before.some((each) => each.color === color);
    if (![...recolored.keys()].every(isKnown)) return unknownColor;
    await saveCategories(tx, chapterId, body.items);
    await recolorEvents(tx, chapterId, recolored, now);
    await auditWork(
      { tx, caller, now, newId },
      {
        action: 'event-categories.update',
        kind: 'event-categories',
        id: chapterId as Id,
        before: { categories: before.map(toAuditValue) },
        after: { categories: body.items.map(toAuditValue) },
      },
    );
    return ok(await listCategories(tx, chapterId, now));
  });
}

const unknownColor = refuse(
  'invalid',
  'unknown_category',
  'A category comes from a color that is no category of the chapter',
  { field: 'items' },
);

function toAuditValue({ color, name }: Category) {
  return { color, name };
}
