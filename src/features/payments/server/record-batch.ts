/** Records several payments as one deposit: all of them or, with every reason, none. */
import { openSettlementWallets, rangeRefusal } from '#features/wallets/server/store.ts';
import { plural, pluralize } from '#kit/counts.ts';
import { instantToDay } from '#kit/day.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { catchRefusal } from '#server/database/constraints.ts';
import type { Tx } from '#server/database/db.ts';
import type { BatchProblems, NewBatch, NewPayment, PaymentDetail } from '../contract.ts';
import {
  checkPaidOn,
  decideRecording,
  findRefusal,
  listWithoutWallet,
  type Recording,
  type RecordingFacts,
} from './record.ts';
import { readFacts, toAlikeKey, writePayments } from './recording-statements.ts';
import type { Work } from './writes.ts';

export async function recordBatch(
  { tx, caller, now, newId }: Work,
  { paidOn, method, items }: NewBatch,
): Promise<Result<{ payments: PaymentDetail[] }>> {
  const refusedDay = checkPaidOn(paidOn, instantToDay(now, caller.timeZone));
  if (refusedDay) return refusedDay;
  const depositId = newId<'deposit'>();
  const recordings = items.map(
    (item): Recording => ({
      caller,
      now,
      newId,
      depositId,
      entered: { ...item, toMemberId: null, paidOn, method },
    }),
  );
  const recorded = await recordTogether({ tx, caller, now, newId }, recordings);
  return recorded.ok ? ok({ payments: recorded.value }) : recorded;
}

/** Records what the participants of an expense paid each other, for who settles it as paid outside. */
export async function recordOutsidePayments(
  { tx, caller, now, newId }: Work,
  payments: readonly NewPayment[],
  { leavesOutDuplicates }: { readonly leavesOutDuplicates: boolean },
): Promise<Result<undefined>> {
  const [first] = payments;
  if (!first) return ok(undefined);
  const refusedDay = checkPaidOn(first.paidOn, instantToDay(now, caller.timeZone));
  if (refusedDay) return refusedDay;
  const recorded = await recordTogether(
    { tx, caller, now, newId },
    payments.map((entered): Recording => ({ caller, now, newId, entered, settles: true })),
    leavesOutDuplicates,
  );
  return recorded.ok ? ok(undefined) : recorded;
}

/** All of them or, with every reason, none. */
async function recordTogether(
  { tx, caller, now, newId }: Work,
  recordings: readonly Recording[],
  leavesOutDuplicates = false,
): Promise<Result<PaymentDetail[]>> {
  const read = await readFactsInOrder(tx, recordings);
  const known = leavesOutDuplicates ? read.filter(({ facts }) => facts.duplicateId === null) : read;
  const refused = await findProblems(tx, known);
  if (refused) return refused;
  const without = known.flatMap(({ recording, facts }) => listWithoutWallet(recording, facts));
  const opening = { actorId: caller.memberId, now, newId };
  const opened = await openSettlementWallets(tx, caller.chapterId, [...new Set(without)], opening);
  const writings = known.map(({ recording, facts }) => ({
    recording,
    decided: decideRecording(recording, facts, opened),
  }));
  const written = await catchRefusal(rangeRefusal, () =>
    writePayments(tx, writings, { waits: true }),
  );
  if (!written.ok) return written;
  return ok(
    writings.map(({ decided }) => ({ ...decided.payment, transactions: decided.transactions })),
  );
}

type Known = { readonly recording: Recording; readonly facts: RecordingFacts };

/** Two batches take their turns in one order, however their items are arranged. */
async function readFactsInOrder(tx: Tx, recordings: readonly Recording[]): Promise<Known[]> {
  const ordered = recordings.toSorted((a, b) => (toAlikeKey(a) < toAlikeKey(b) ? -1 : 1));
  const read = await readFacts(tx, ordered, { waits: true });
  const factsOf = new Map(ordered.map((recording, index) => [recording, read[index]]));
  return recordings.map((recording) => {
    const facts = factsOf.get(recording);
    if (!facts) throw new Error('a payment had to wait although it may');
    return { recording, facts };
  });
}

/** Every item that may not be recorded and why; a second alike one of the stack may be a slip, too. */
async function findProblems(tx: Tx, known: readonly Known[]): Promise<Refused | undefined> {
  const items: BatchProblems['items'] = [];
  const kinds = new Set<Refused['refusal']['kind']>();
  const alike = new Map<string, number>();
  for (const [index, { recording, facts }] of known.entries()) {
    const key = toAlikeKey(recording);
    const first = alike.get(key);
    alike.set(key, index);
    const refused =
      (await findRefusal(tx, recording, facts)) ??
      (first !== undefined && !recording.entered.isDuplicateAllowed ? twice(first) : undefined);
    if (!refused) continue;
    const { kind, code, message, details } = refused.refusal;
    kinds.add(kind);
    items.push({ index, code, message, ...(details && { details }) });
  }
  const [first] = items;
  if (!first) return undefined;
  const areDuplicates = !kinds.has('invalid');
  return refuse(
    areDuplicates ? 'conflict' : 'invalid',
    areDuplicates ? 'possible_duplicates' : 'invalid_items',
    `Nothing was recorded. ${plural(items.length, 'payment')} ${pluralize(items.length, 'needs', 'need')} attention. ${nameOf(known, first.index)}: ${first.message}`,
    { field: `items.${first.index}`, details: { items } satisfies BatchProblems },
  );
}

/** Who pays, or which of the stack it is. */
function nameOf(known: readonly Known[], index: number): string {
  return known[index]?.facts.from.name ?? `Row ${index + 1}`;
}

function twice(index: number): Refused {
  const message = 'This member and amount are listed twice';
  return refuse('conflict', 'possible_duplicate', message, { details: { sameAs: index } });
}
