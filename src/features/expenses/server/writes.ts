/** Every write of an existing expense: lock and load it, apply the change, save it, audit it. */

import { eventExists } from '#features/events/server/store.ts';
import {
  findActiveMemberIds,
  hasErasedMember,
  listMemberNames,
} from '#features/members/server/store.ts';
import { postJournal } from '#features/wallets/server/store.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { type AuditRecord, auditWork } from '#server/audit/audit.ts';
import { catchRefusal } from '#server/database/constraints.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { VersionedWork } from '#server/work.ts';
import type {
  Expense,
  ExpenseFields,
  OpenExpense,
  OverrideFields,
  SettledExpense,
} from '../expense.ts';
import { checkWriter } from '../may-write.ts';
import { addOverride, changeOverride, defaultManualLabel } from '../override.ts';
import { applyPatch, pickFields } from '../patch.ts';
import type { PatchOperation } from '../patch-contract.ts';
import { listPayerIds } from '../payers.ts';
import { type Revision, revise, toDeleted, toRestored, toSettled } from '../revise.ts';
import { computeSettlementEntries } from '../settling/settle.ts';
import { rangeRefusal } from './figures.ts';
import { findNeverOn } from './history.ts';
import { saveExpense, saveRevision } from './save.ts';
import { lockDeletedExpense, lockExpense } from './store.ts';

export type Work = VersionedWork<'role' | 'policy' | 'seesAllWallets'>;

export async function patchExpense(
  work: Work,
  id: Id<'expense'>,
  operations: readonly PatchOperation[],
  mayDropOverrides: boolean,
): Promise<Result<Expense>> {
  const labeled: PatchOperation[] = [];
  for (const operation of operations) {
    labeled.push(
      operation.path === '/overrides'
        ? {
            ...operation,
            value: await fillInLabels(work.tx, work.caller.chapterId, operation.value),
          }
        : operation,
    );
  }
  return saveChange(work, id, 'expense.update', (expense) =>
    applyPatch(expense, labeled, mayDropOverrides, work.newId),
  );
}

export async function addExpenseOverride(
  work: Work,
  id: Id<'expense'>,
  fields: OverrideFields,
): Promise<Result<Expense>> {
  const labeled = await fillInLabel(work.tx, work.caller.chapterId, fields);
  return saveChange(work, id, 'expense.override.create', (expense) =>
    toRevision(expense, addOverride(expense, work.newId(), labeled)),
  );
}

export async function updateExpenseOverride(
  work: Work,
  id: Id<'expense'>,
  overrideId: Id<'override'>,
  fields: OverrideFields,
): Promise<Result<Expense>> {
  return saveChange(work, id, 'expense.override.update', (expense) =>
    hasOverride(expense, overrideId)
      ? toRevision(expense, changeOverride(expense, overrideId, fields))
      : notFound('Override'),
  );
}

export async function removeExpenseOverride(
  work: Work,
  id: Id<'expense'>,
  overrideId: Id<'override'>,
): Promise<Result<Expense>> {
  return saveChange(work, id, 'expense.override.delete', (expense) =>
    hasOverride(expense, overrideId)
      ? toRevision(expense, ok(expense.overrides.filter(({ id }) => id !== overrideId)))
      : notFound('Override'),
  );
}

export async function deleteExpense(work: Work, id: Id<'expense'>): Promise<Result<undefined>> {
  const loaded = await lockOpenExpense(work, id, checkWriter);
  if (!loaded.ok) return loaded;
  await saveExpense(work.tx, work.caller.chapterId, toDeleted(loaded.value, work.now));
  await record(work, 'expense.delete', loaded.value, undefined);
  return ok(undefined);
}

/**
 * Restores a deleted expense with its overrides. Refused if one of its people was erased meanwhile, who
 * would owe or be owed again.
 */
export async function restoreExpense(work: Work, id: Id<'expense'>): Promise<Result<Expense>> {
  const { tx, caller, now, ifMatch } = work;
  const before = await lockDeletedExpense(tx, caller.chapterId, id);
  if (!before) {
    const exists = (await lockExpense(tx, caller.chapterId, id)) !== undefined;
    if (!exists) return notFound('Expense');
    return refuse('conflict', 'expense_not_deleted', 'This expense is not deleted');
  }
  const refused = checkWriter(caller, before) ?? checkVersion(before, ifMatch, 'this expense');
  if (refused) return refused;
  const people = [...new Set([...before.participants, ...listPayerIds(before)])];
  if (await hasErasedMember(tx, caller.chapterId, people)) return ofErasedMember;
  const after = toRestored(before, now);
  const saved = await catchRefusal(rangeRefusal, () => saveExpense(tx, caller.chapterId, after));
  if (!saved.ok) return saved;
  await record(work, 'expense.restore', undefined, after);
  return ok(after);
}

const ofErasedMember = refuse(
  'conflict',
  'of_erased_member',
  "Someone on this expense left and was erased, so it can't be restored",
);

/** Settles an open expense that the transaction has locked or inserted. */
export async function settleLocked(
  { tx, caller, now, newId }: Work,
  open: OpenExpense,
  note: string | undefined,
): Promise<Result<SettledExpense>> {
  const expense = toSettled(open, caller.memberId, now, note);
  if (expense.useWalletTransactions) {
    const legs = computeSettlementEntries(expense);
    const settlement = {
      kind: 'settle',
      subjectId: open.id,
      source: { origin: 'settlement', expenseId: open.id },
      reversesId: expense.correctsId,
      actorId: caller.memberId,
      effectiveAt: now,
      legs,
    };
    const posted = await postJournal(tx, caller.chapterId, settlement, now, newId);
    if (!posted.ok) return posted;
  }
  await saveExpense(tx, caller.chapterId, expense);
  return ok(expense);
}

/** Locks an open expense that the caller may change and whose latest version they have seen. */
export async function lockOpenExpense(
  { tx, caller, ifMatch }: Work,
  id: Id<'expense'>,
  refusal: (caller: Work['caller'], expense: Expense) => Refused | undefined,
): Promise<Result<OpenExpense>> {
  const expense = await lockExpense(tx, caller.chapterId, id);
  if (!expense) return notFound('Expense');
  const refused = refusal(caller, expense);
  if (refused) return refused;
  if (expense.status === 'settled') {
    return refuse('conflict', 'expense_settled', "This expense is settled and can't be changed");
  }
  return checkVersion(expense, ifMatch, 'this expense') ?? ok(expense);
}

async function saveChange(
  work: Work,
  id: Id<'expense'>,
  action: AuditRecord['action'],
  decide: (expense: OpenExpense) => Result<Revision>,
): Promise<Result<Expense>> {
  const loaded = await lockOpenExpense(work, id, checkWriter);
  if (!loaded.ok) return loaded;
  const before = loaded.value;
  const decided = decide(before);
  if (!decided.ok) return decided;
  const revised = revise(before, decided.value, work.now);
  if (!revised.ok || revised.value === before) return revised;
  const after = revised.value;
  const refused =
    checkWriter(work.caller, after) ?? (await checkReferences(work, before, after, id));
  if (refused) return refused;
  const { tx, caller } = work;
  const saved = await catchRefusal(rangeRefusal, () =>
    saveRevision(tx, caller.chapterId, before, after),
  );
  if (!saved.ok) return saved;
  await record(work, action, before, after);
  return ok(after);
}

function toRevision(expense: OpenExpense, overrides: Result<Revision['overrides']>) {
  return overrides.ok ? ok({ fields: pickFields(expense), overrides: overrides.value }) : overrides;
}

function hasOverride(expense: OpenExpense, overrideId: Id<'override'>): boolean {
  return expense.overrides.some((override) => override.id === overrideId);
}

/** A manual override without a label is named after its participant. */
async function fillInLabel(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  fields: OverrideFields,
): Promise<OverrideFields> {
  const [participant] = fields.participantIds;
  if (fields.type !== 'manual' || fields.label !== '' || !participant) return fields;
  const [member] = await listMemberNames(db, chapterId, [participant]);
  return { ...fields, label: defaultManualLabel(member?.displayName ?? 'participant') };
}

/** One after another, because a transaction runs one statement at a time. */
export async function fillInLabels(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  overrides: readonly OverrideFields[],
): Promise<OverrideFields[]> {
  const labeled: OverrideFields[] = [];
  for (const each of overrides) labeled.push(await fillInLabel(db, chapterId, each));
  return labeled;
}

type References = Pick<ExpenseFields, 'participants' | 'paidBy' | 'payers' | 'eventId'>;

/**
 * Newly referenced members and events must exist; existing references may stay, and who was on the expense
 * `expenseId` may be on it again, so that taking them off can be undone after they left.
 */
export async function checkReferences(
  { tx, caller }: Pick<Work, 'tx' | 'caller'>,
  before: References,
  after: References,
  expenseId?: Id<'expense'>,
): Promise<Refused | undefined> {
  const known = new Set([...before.participants, ...listPayerIds(before)]);
  const named = [...after.participants, ...listPayerIds(after)];
  const added = named.filter((person) => !known.has(person));
  if (added.length > 0) {
    const members = await findActiveMemberIds(tx, caller.chapterId, added);
    const former = added.filter((person) => !members.has(person));
    const unknown =
      expenseId !== undefined && former.length > 0
        ? await findNeverOn(tx, caller.chapterId, expenseId, former)
        : former[0];
    if (unknown !== undefined) {
      const payerField = after.payers.length > 0 ? 'payers' : 'paidBy';
      return unknownMember(after.participants.includes(unknown) ? 'participants' : payerField);
    }
  }
  const { eventId } = after;
  if (eventId === null || eventId === before.eventId) return undefined;
  if (await eventExists(tx, caller.chapterId, eventId)) return undefined;
  return unknownEvent;
}

export function unknownMember(field: 'participants' | 'paidBy' | 'payers'): Refused {
  const message = 'Everyone on an expense must be an active member';
  return refuse('invalid', 'unknown_member', message, { field });
}

export const unknownEvent = refuse('invalid', 'unknown_event', 'This event does not exist', {
  field: 'eventId',
});

export async function record(
  work: Work,
  action: AuditRecord['action'],
  before: Expense | undefined,
  after: Expense | undefined,
): Promise<void> {
  const id = (after ?? before)?.id;
  if (id === undefined) throw new Error('a change must have a before or an after');
  await auditWork(work, { action, kind: 'expense', id, before, after });
}
