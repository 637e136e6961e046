import { notFound, ok } from '#kit/result.ts';
import { sealForReader } from '#server/audit/audit-chain.ts';
import type { Api } from '#server/http/serve.ts';
import { auditCalls } from '../contract.ts';
import { findRecord, listAudit, listChoices } from './store.ts';
import { type FeatureRecords, joinSubjects } from './subjects.ts';

/** `features` say what their records are about. */
export function auditRoutes(api: Api, features: readonly FeatureRecords[]): void {
  const subjects = joinSubjects(features);

  api.serve(auditCalls.list, async ({ db, caller, query, now }) => {
    // Seals first, so that new records are listed immediately.
    if (query.before === undefined) await sealForReader(db, caller, now);
    return ok(await listAudit(db, caller, subjects, query));
  });

  api.serve(auditCalls.choices, async ({ db, caller }) => ok(await listChoices(db, caller)));

  api.serve(auditCalls.detail, async ({ db, caller, params }) => {
    const record = await findRecord(db, caller, subjects, params.recordId);
    return record ? ok(record) : notFound('Record');
  });
}
