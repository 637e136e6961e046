import type { AuditFields } from '#kit/audit-words.ts';
import { notFound, ok } from '#kit/result.ts';
import { sealForReader } from '#server/audit/audit-chain.ts';
import type { Api } from '#server/http/serve.ts';
import { auditCalls } from '../contract.ts';
import { mergeFields } from '../field-names.ts';
import { findRecord, listAudit, listChoices } from './store.ts';

/** `allFields` are the labels of all features' record fields. */
export function auditRoutes(api: Api, allFields: readonly AuditFields[]): void {
  const fields = mergeFields(allFields);

  api.serve(auditCalls.list, async ({ db, caller, query, now }) => {
    // Seals first, so that new records are listed immediately.
    if (query.before === undefined) await sealForReader(db, caller, now);
    return ok(await listAudit(db, caller, fields, query));
  });

  api.serve(auditCalls.choices, async ({ db, caller }) => ok(await listChoices(db, caller)));

  api.serve(auditCalls.detail, async ({ db, caller, params }) => {
    const record = await findRecord(db, caller, fields, params.recordId);
    return record ? ok(record) : notFound('Record');
  });
}
