import { notFound, ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { dueCalls } from '../contract.ts';
import { cancelCharge, cancelItem, moveDueDay, waive } from './charge-acts.ts';
import { findCharge, listCharges } from './charge-store.ts';
import { createCharge } from './create-charge.ts';
import { findDuesOfMember, listDues, toDuesDay } from './dues-list.ts';
import { pauseReminders } from './pause.ts';
import { dropProposal, listProposals } from './proposals.ts';

export function duesRoutes(api: Api): void {
  api.serve(dueCalls.list, async ({ db, caller, query, now }) => {
    const on = toDuesDay(query.asOf, now, caller.timeZone);
    return on.ok ? ok(await listDues(db, caller.chapterId, on.value, query)) : on;
  });
  api.serve(dueCalls.ofMember, async ({ db, caller, params, query, now }) => {
    // What others owe is the treasurer's to know; to anyone else there is no such member.
    if (caller.role === 'member' && params.memberId !== caller.memberId) return notFound('Member');
    const on = toDuesDay(query.asOf, now, caller.timeZone);
    if (!on.ok) return on;
    const dues = await findDuesOfMember(db, caller.chapterId, params.memberId, on.value, query);
    if (!dues) return notFound('Member');
    // Only treasurers see why reminders are paused.
    return ok(caller.role === 'member' ? { ...dues, pauseNote: null } : dues);
  });
  api.serve(dueCalls.pause, ({ params, body, ...work }) =>
    pauseReminders(work, params.memberId, body),
  );
  api.serve(dueCalls.charges, async ({ db, caller, query }) =>
    ok({ charges: await listCharges(db, caller.chapterId, query) }),
  );
  api.serve(dueCalls.proposals, async ({ db, caller, now }) =>
    ok({ items: await listProposals(db, caller.chapterId, now, caller.timeZone) }),
  );
  api.serve(dueCalls.dropProposal, ({ params, ...work }) => dropProposal(work, params.chargeId));
  api.serve(dueCalls.charge, async ({ db, caller, params }) => {
    const charge = await findCharge(db, caller.chapterId, params.chargeId, caller.timeZone);
    return charge ? ok(charge) : notFound('Charge');
  });
  api.serve(dueCalls.create, ({ body, chargeRows, ...work }) => {
    chargeRows(body.items.length);
    return createCharge(work, body);
  });
  api.serve(dueCalls.cancel, ({ params, body, ...work }) =>
    cancelCharge(work, params.chargeId, body.reason),
  );
  api.serve(dueCalls.cancelItem, ({ params, body, ...work }) =>
    cancelItem(work, params, body.reason),
  );
  api.serve(dueCalls.waive, ({ params, body, ...work }) => waive(work, params, body));
  api.serve(dueCalls.move, ({ params, body, ...work }) => moveDueDay(work, params, body.dueOn));
}
