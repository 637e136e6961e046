/** Every write of an expense that is there: load under its lock, decide, save, record. */

import { eventExists } from '#features/events/server/store.ts';
import { activeMemberIds, memberNames } from '#features/members/server/store.ts';
import { postSettlement } from '#features/wallets/server/store.ts';
import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { type AuditRecord, audit } from '#server/audit/audit.ts';
import { orRefuse } from '#server/database/constraints.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import type { Expense, ExpenseFields, OpenExpense, OverrideFields } from '../expense.ts';
import { maxLabelLength } from '../expense.ts';
import { refusalOfSettler, refusalOfWriter } from '../may-write.ts';
import { addOverride, changeOverride, defaultManualLabel } from '../override.ts';
import { applyPatch, fieldsOf, type PatchOperation } from '../patch.ts';
import { deleted, type Revision, restored, revise, settled } from '../revise.ts';
import { settlementLegs } from '../settle.ts';
import { refusalOfRange } from './figures.ts';
import { saveExpense, saveRevision } from './save.ts';
import { lockDeletedExpense, lockExpense } from './store.ts';

/** The transaction a write happens in, and who, when and with which ids. */
export type Work = {
  readonly tx: Tx;
  readonly caller: Pick<MemberCaller, 'chapterId' | 'memberId' | 'role' | 'policy'>;
  readonly now: Instant;
  readonly newId: NewId;
  /** The version the caller saw. */
  readonly ifMatch?: number | undefined;
};

export async function patchExpense(
  work: Work,
  id: Id<'expense'>,
  operations: readonly PatchOperation[],
  mayDropOverrides: boolean,
): Promise<Result<Expense>> {
  return change(work, id, 'expense.update', (expense) =>
    applyPatch(expense, operations, mayDropOverrides),
  );
}

export async function addOverrideTo(
  work: Work,
  id: Id<'expense'>,
  stated: OverrideFields,
): Promise<Result<Expense>> {
  const named = await withLabel(work, stated);
  return change(work, id, 'expense.override.create', (expense) =>
    withOverrides(expense, addOverride(expense, work.newId(), named)),
  );
}

export async function changeOverrideOf(
  work: Work,
  id: Id<'expense'>,
  overrideId: Id<'override'>,
  stated: OverrideFields,
): Promise<Result<Expense>> {
  return change(work, id, 'expense.override.update', (expense) =>
    hasOverride(expense, overrideId)
      ? withOverrides(expense, changeOverride(expense, overrideId, stated))
      : notFound('Override'),
  );
}

export async function removeOverrideOf(
  work: Work,
  id: Id<'expense'>,
  overrideId: Id<'override'>,
): Promise<Result<Expense>> {
  return change(work, id, 'expense.override.delete', (expense) =>
    hasOverride(expense, overrideId)
      ? withOverrides(expense, ok(expense.overrides.filter(({ id }) => id !== overrideId)))
      : notFound('Override'),
  );
}

export async function deleteExpense(work: Work, id: Id<'expense'>): Promise<Result<undefined>> {
  const loaded = await openExpense(work, id, refusalOfWriter);
  if (!loaded.ok) return loaded;
  await saveExpense(work.tx, work.caller.chapterId, deleted(loaded.value, work.now));
  await record(work, 'expense.delete', loaded.value, undefined);
  return ok(undefined);
}

/** Brings a deleted expense back as it was, overrides and all. */
export async function restoreExpense(work: Work, id: Id<'expense'>): Promise<Result<Expense>> {
  const { tx, caller, now, ifMatch } = work;
  const before = await lockDeletedExpense(tx, caller.chapterId, id);
  if (!before) {
    const isThere = (await lockExpense(tx, caller.chapterId, id)) !== undefined;
    if (!isThere) return notFound('Expense');
    return refuse('conflict', 'expense_not_deleted', 'This expense is not deleted');
  }
  const refused = refusalOfWriter(caller, before) ?? refusalOfStale(before, ifMatch);
  if (refused) return refused;
  const after = restored(before, now);
  const saved = await orRefuse(refusalOfRange, () => saveExpense(tx, caller.chapterId, after));
  if (!saved.ok) return saved;
  await record(work, 'expense.restore', undefined, after);
  return ok(after);
}

/** Once and for all: marks it settled and, when it uses wallets, moves the money with it. */
export async function settleExpense(work: Work, id: Id<'expense'>): Promise<Result<Expense>> {
  const { tx, caller, now, newId } = work;
  const loaded = await openExpense(work, id, refusalOfSettler);
  if (!loaded.ok) return loaded;
  const expense = settled(loaded.value, caller.memberId, now);
  if (expense.useWalletTransactions) {
    const legs = settlementLegs(expense, expense.participantBreakdowns);
    const settlement = { expenseId: id, actorId: caller.memberId, effectiveAt: now, legs };
    const posted = await postSettlement(tx, caller.chapterId, settlement, now, newId);
    if (!posted.ok) return posted;
  }
  await saveExpense(tx, caller.chapterId, expense);
  await record(work, 'expense.settle', loaded.value, expense);
  return ok(expense);
}

/** The open expense under its lock, if this person may write it and has seen its latest version. */
async function openExpense(
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
  return refusalOfStale(expense, ifMatch) ?? ok(expense);
}

function refusalOfStale(
  { version }: { readonly version: number },
  ifMatch: number | undefined,
): Refused | undefined {
  if (ifMatch === undefined || ifMatch === version) return undefined;
  return refuse(
    'changed',
    'changed_meanwhile',
    'Someone else changed this expense while you were editing',
  );
}

async function change(
  work: Work,
  id: Id<'expense'>,
  action: AuditRecord['action'],
  decide: (expense: OpenExpense) => Result<Revision>,
): Promise<Result<Expense>> {
  const loaded = await openExpense(work, id, refusalOfWriter);
  if (!loaded.ok) return loaded;
  const before = loaded.value;
  const decided = decide(before);
  if (!decided.ok) return decided;
  const revised = revise(before, decided.value, work.now);
  if (!revised.ok || revised.value === before) return revised;
  const after = revised.value;
  const refused =
    refusalOfWriter(work.caller, after) ?? (await refusalOfReferences(work, before, after));
  if (refused) return refused;
  const { tx, caller } = work;
  const saved = await orRefuse(refusalOfRange, () =>
    saveRevision(tx, caller.chapterId, before, after),
  );
  if (!saved.ok) return saved;
  await record(work, action, before, after);
  return ok(after);
}

function withOverrides(expense: OpenExpense, overrides: Result<Revision['overrides']>) {
  return overrides.ok ? ok({ fields: fieldsOf(expense), overrides: overrides.value }) : overrides;
}

function hasOverride(expense: OpenExpense, overrideId: Id<'override'>): boolean {
  return expense.overrides.some((override) => override.id === overrideId);
}

async function withLabel({ tx, caller }: Work, stated: OverrideFields): Promise<OverrideFields> {
  const [participant] = stated.participantIds;
  if (stated.type !== 'manual' || stated.label !== '' || !participant) return stated;
  const [member] = await memberNames(tx, caller.chapterId, [participant]);
  const label = defaultManualLabel(member?.displayName ?? 'participant');
  return { ...stated, label: label.slice(0, maxLabelLength) };
}

/** Whoever and whatever an expense newly names must be there; what it names already may stay. */
async function refusalOfReferences(
  { tx, caller }: Work,
  before: ExpenseFields,
  after: ExpenseFields,
): Promise<Refused | undefined> {
  const known = new Set([...before.participants, before.paidBy]);
  const named = [...after.participants, ...(after.paidBy === null ? [] : [after.paidBy])];
  const added = named.filter((person) => !known.has(person));
  if (added.length > 0) {
    const members = await activeMemberIds(tx, caller.chapterId, added);
    const stranger = added.find((person) => !members.has(person));
    if (stranger !== undefined) {
      return unknownMember(after.participants.includes(stranger) ? 'participants' : 'paidBy');
    }
  }
  const { eventId } = after;
  if (eventId === null || eventId === before.eventId) return undefined;
  if (await eventExists(tx, caller.chapterId, eventId)) return undefined;
  return unknownEvent;
}

export function unknownMember(field: 'participants' | 'paidBy'): Refused {
  const message = 'Everyone on an expense must be an active member';
  return refuse('invalid', 'unknown_member', message, { field });
}

export const unknownEvent = refuse('invalid', 'unknown_event', 'This event does not exist', {
  field: 'eventId',
});

async function record(
  { tx, caller, now, newId }: Work,
  action: AuditRecord['action'],
  before: Expense | undefined,
  after: Expense | undefined,
): Promise<void> {
  const { chapterId, memberId } = caller;
  const id = (after ?? before)?.id;
  if (id === undefined) throw new Error('nothing is there to be recorded');
  await audit(
    tx,
    { chapterId, memberId, now, newId },
    { action, kind: 'expense', id, before, after },
  );
}
