/** A new expense: decided, then logged in a single statement that brings its own claim. */
import { ok, type Result, refuse } from '#kit/result.ts';
import {
  type Claim,
  type KeptReply,
  keyReused,
  requestInFlight,
} from '#server/database/idempotency.ts';
import { checkExpense } from '../draft.ts';
import type { NewExpense, OpenExpense } from '../expense.ts';
import { refusalOfWriter } from '../may-write.ts';
import { newExpenseOf } from '../revise.ts';
import type { LogExpense, Outcome } from './logging.ts';
import { unknownEvent, unknownMember, type Work } from './writes.ts';

export type Creating = Omit<Work, 'tx' | 'ifMatch'> & {
  readonly log: LogExpense;
  readonly claim: Claim | undefined;
  readonly replyOf: (expense: OpenExpense) => KeptReply;
};

export async function createExpense(
  { log, claim, replyOf, ...work }: Creating,
  stated: NewExpense,
): Promise<Result<KeptReply>> {
  const { chapterId, memberId: actorId } = work.caller;
  const decided = decide(work, stated);
  if (!decided.ok) {
    // What is wrong by itself is refused, unless its key has something else to say.
    if (!claim) return decided;
    const asked = await log({ chapterId, actorId, claim, logged: undefined });
    return asked.ok ? answerTo(asked.value, decided) : asked;
  }
  const expense = decided.value;
  const reply = replyOf(expense);
  const logged = { expense, auditId: work.newId<'audit'>(), reply };
  const done = await log({ chapterId, actorId, claim, logged });
  return done.ok ? answerTo(done.value, ok(reply)) : done;
}

function decide(
  { caller, now, newId }: Pick<Work, 'caller' | 'now' | 'newId'>,
  stated: NewExpense,
): Result<OpenExpense> {
  const { id = newId(), receiptIds: _, ...draft } = stated;
  const fields = checkExpense(draft);
  if (!fields.ok) return fields;
  const created = newExpenseOf(fields.value, { id, createdBy: caller.memberId, now });
  if (!created.ok) return created;
  return refusalOfWriter(caller, created.value) ?? created;
}

function answerTo(done: Outcome, decided: Result<KeptReply>): Result<KeptReply> {
  switch (done.outcome) {
    case 'logged':
    case 'refused':
      return decided;
    case 'seen':
      return ok({ status: done.status, etag: done.etag, reply: done.reply });
    case 'key_reused':
      return keyReused;
    case 'in_flight':
      return requestInFlight;
    case 'unknown_participant':
      return unknownMember('participants');
    case 'unknown_payer':
      return unknownMember('paidBy');
    case 'unknown_event':
      return unknownEvent;
    case 'id_taken':
      return refuse('conflict', 'id_taken', 'Another expense already has this ID', { field: 'id' });
    default:
      return done satisfies never;
  }
}
