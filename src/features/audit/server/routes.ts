import { notFound, ok } from '#kit/result.ts';
import { sealAudit } from '#server/audit/audit-chain.ts';
import type { Api } from '#server/http/serve.ts';
import { auditCalls } from '../contract.ts';
import { findRecord, listAudit, listChoices } from './store.ts';

export function auditRoutes(api: Api): void {
  api.serve(auditCalls.list, async ({ db, caller, query, now }) => {
    // Whoever has just done something looks for it here.
    if (query.before === undefined) await sealAudit(db, caller.chapterId, now);
    return ok(await listAudit(db, caller, query));
  });

  api.serve(auditCalls.choices, async ({ db, caller }) => ok(await listChoices(db, caller)));

  api.serve(auditCalls.detail, async ({ db, caller, params }) => {
    const record = await findRecord(db, caller, params.recordId);
    return record ? ok(record) : notFound('Record');
  });
}
