import { notFound, ok } from '#kit/result.ts';
import { type AuditRecord, auditWork } from '#server/audit/audit.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { Api } from '#server/http/serve.ts';
import { type Resource, type ResourceEntry, resourceCalls } from '../contract.ts';
import { noteAdditions } from '../resource.ts';
import { findResources, saveResources } from './store.ts';

export function resourceRoutes(api: Api): void {
  api.serve(resourceCalls.list, async ({ db, caller }) => {
    const list = await findResources(db, caller.chapterId);
    return list ? ok(list) : notFound('Chapter');
  });

  api.serve(resourceCalls.change, async ({ tx, caller, body, ifMatch, now, newId }) => {
    const { chapterId } = caller;
    const before = await findResources(tx, chapterId, 'lock');
    if (!before) return notFound('Chapter');
    const stale = checkVersion(before, ifMatch, 'the resources');
    if (stale) return stale;
    const version = before.version + 1;
    const items = noteAdditions(body.items, before.items, now);
    await saveResources(tx, chapterId, { items, version }, now);
    const record: AuditRecord = {
      action: 'resources.update',
      kind: 'resources',
      id: chapterId,
      before: { items: before.items.map(toEntry), version: before.version },
      after: { items: body.items, version },
    };
    await auditWork({ tx, caller, now, newId }, record);
    const after = await findResources(tx, chapterId);
    return after ? ok(after) : notFound('Chapter');
  });
}

/** The stored part, without the current URL. */
function toEntry(resource: Resource): ResourceEntry {
  const { href: _, addedAt: __, ...entry } = resource;
  return entry;
}
