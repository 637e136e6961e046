import { listMemberNames } from '#features/members/server/store.ts';
import { postJournal } from '#features/wallets/server/store.ts';
import { cents } from '#kit/money.ts';
import { notFound, ok } from '#kit/result.ts';
import { audit } from '#server/audit/audit.ts';
import type { Api } from '#server/http/serve.ts';
import { type Sample, sampleCalls } from '../contract.ts';
import { insertSample, selectSamples } from './store.ts';

export function sampleRoutes(api: Api): void {
  api.serve(sampleCalls.list, async ({ db, caller }) =>
    ok({ items: await selectSamples(db, caller.chapterId).execute() }),
  );
  api.serve(sampleCalls.detail, async ({ db, caller, params }) => {
    const found = await selectSamples(db, caller.chapterId)
      .where('id', '=', params.sampleId)
      .executeTakeFirst();
    return found ? ok(found) : notFound('Sample');
  });
  api.serve(sampleCalls.create, async ({ tx, caller, body, now, newId }) => {
    const { chapterId, memberId } = caller;
    const [member] = await listMemberNames(tx, chapterId, [body.memberId]);
    if (!member) return notFound('Member');
    const sample: Sample = { id: newId<'sample'>(), ...body, isChecked: false, createdAt: now };
    await insertSample(tx, chapterId, sample);
    const posting = {
      kind: 'sample',
      subjectId: sample.id,
      source: { origin: 'sample' },
      actorId: memberId,
      effectiveAt: now,
      legs: [
        { memberId: body.memberId, amountCents: cents(-body.amount), description: body.title },
      ],
    };
    const posted = await postJournal(tx, chapterId, posting, now, newId);
    if (!posted.ok) return posted;
    const record = {
      action: 'sample.create',
      kind: 'sample',
      id: sample.id,
      after: sample,
    } as const;
    await audit(tx, { chapterId, memberId, now, newId }, record);
    return ok(sample);
  });
}
