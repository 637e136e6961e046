/** Creates an expense: validates it, then logs it and claims its idempotency key in one statement. */
import type { Id } from '#kit/id.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { constraintRefusal } from '#server/database/constraints.ts';
import { type Db, inTransaction, type Tx } from '#server/database/db.ts';
import {
  type Claim,
  keyReused,
  requestInFlight,
  type StoredReply,
  withIdempotency,
} from '#server/database/idempotency.ts';
import { checkExpense } from '../draft.ts';
import type { OpenExpense } from '../expense.ts';
import { checkWriter } from '../may-write.ts';
import type { NewExpense } from '../new-expense.ts';
import { addOverrides } from '../override.ts';
import { buildExpense } from '../revise.ts';
import { type LogExpense, logInTransaction, type Outcome } from './log-expenses.ts';
import { attachReceipts } from './receipts/receipts.ts';
import { fillInLabels, unknownEvent, unknownMember, type Work } from './writes.ts';

export type CreateContext = Omit<Work, 'tx' | 'ifMatch'> & {
  readonly db: Db;
  readonly log: LogExpense;
  readonly claim: Claim | undefined;
  readonly replyOf: (expense: OpenExpense) => StoredReply;
};

export async function createExpense(
  { log, claim, replyOf, ...work }: CreateContext,
  input: NewExpense,
): Promise<Result<StoredReply>> {
  const { chapterId, memberId: actorId } = work.caller;
  const validated = await validateNewExpense(work, input);
  if (!validated.ok) {
    // An invalid request is refused, unless its idempotency key already has an outcome.
    if (!claim) return validated;
    const claimed = await log({ chapterId, actorId, claim, logged: undefined });
    return claimed.ok ? toReply(claimed.value, validated) : claimed;
  }
  const expense = validated.value;
  const reply = replyOf(expense);
  const logged = { expense, auditId: work.newId<'audit'>(), reply };
  if (expense.receiptIds.length > 0) return logWithReceipts(work, claim, logged);
  const result = await log({ chapterId, actorId, claim, logged });
  return result.ok ? toReply(result.value, ok(reply)) : result;
}

type Logged = {
  readonly expense: OpenExpense;
  readonly auditId: Id<'audit'>;
  readonly reply: StoredReply;
};

/** The expense and its receipts, or neither. */
function logWithReceipts(
  work: Omit<CreateContext, 'log' | 'claim' | 'replyOf'>,
  claim: Claim | undefined,
  logged: Logged,
): Promise<Result<StoredReply>> {
  const { chapterId, memberId: actorId } = work.caller;
  const { expense, reply } = logged;
  return inTransaction(work.db, (tx) =>
    withIdempotency(tx, claim, work.now, async () => {
      const result = await logInTransaction(tx, { chapterId, actorId, logged });
      if (!result.ok) return result;
      const refused = checkOutcome(result.value.outcome);
      if (refused) return refused;
      const attached = await attachReceipts({ ...work, tx }, expense.id, expense.receiptIds);
      return attached.ok ? ok(reply) : attached;
    }),
  );
}

type Author = Pick<Work['caller'], 'chapterId' | 'memberId' | 'role' | 'policy'>;

/** Builds the expense if `caller` may log it. Whom and what it names is checked when it is logged. */
export async function validateNewExpense(
  {
    db,
    caller,
    now,
    newId,
    createdBy = caller.memberId,
  }: Pick<Work, 'now' | 'newId'> & {
    readonly db: Db | Tx;
    readonly caller: Author;
    readonly createdBy?: Id<'member'>;
  },
  input: NewExpense,
): Promise<Result<OpenExpense>> {
  const {
    id = newId(),
    receiptIds,
    overrides: entered = [],
    payers = [],
    original = null,
    ...draft
  } = input;
  const fields = checkExpense({ ...draft, payers, original });
  if (!fields.ok) return fields;
  const labeled = await fillInLabels(db, caller.chapterId, entered);
  const overrides = addOverrides(fields.value.amount, labeled, newId);
  if (!overrides.ok) return overrides;
  const creation = { id, createdBy, now };
  const created = buildExpense(fields.value, creation, overrides.value);
  if (!created.ok) return created;
  const expense = { ...created.value, receiptIds: [...new Set(receiptIds)] };
  return checkWriter(caller, expense) ?? ok(expense);
}

function toReply(result: Outcome, validated: Result<StoredReply>): Result<StoredReply> {
  if (result.outcome === 'seen') {
    return ok({ status: result.status, etag: result.etag, reply: result.reply });
  }
  return checkOutcome(result.outcome) ?? validated;
}

const refusedIdTaken = refuse('conflict', 'id_taken', 'Another expense already has this ID', {
  field: 'id',
});
export const takenIdRefusal = constraintRefusal('expense_pkey', refusedIdTaken);

/** Undefined if it was logged, or was refused before. */
export function checkOutcome(outcome: Outcome['outcome']): Refused | undefined {
  switch (outcome) {
    case 'logged':
    case 'refused':
    case 'seen':
      return undefined;
    case 'key_reused':
      return keyReused;
    case 'in_flight':
      return requestInFlight;
    case 'unknown_participant':
      return unknownMember('participants');
    case 'unknown_payer':
      return unknownMember('paidBy');
    case 'unknown_payers':
      return unknownMember('payers');
    case 'unknown_event':
      return unknownEvent;
    case 'id_taken':
      return refusedIdTaken;
    default:
      return outcome satisfies never;
  }
}
