/** Every write of a recurring expense by a person. */

import { addDays } from '#kit/calendar/month.ts';
import type { MemberCaller } from '#kit/caller.ts';
import { type Day, instantToDay, instantToLocal, localToTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { type AuditRecord, auditWork } from '#server/audit/audit.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { Expense } from '../../expense.ts';
import { checkWriter } from '../../may-write.ts';
import type { NewExpense } from '../../new-expense.ts';
import {
  type ExpenseTemplate,
  maxDaysBack,
  maxRecurringExpenses,
  type RecurringBody,
  type RecurringExpense,
  type RecurringRule,
} from '../../recurring/recurring.ts';
import {
  afterMaking,
  changeSchedule,
  nextDay,
  skipThrough,
  startSchedule,
} from '../../recurring/schedule.ts';
import { checkOutcome, validateNewExpense } from '../create.ts';
import { logInTransaction } from '../log-expenses.ts';
import { attachReceipts } from '../receipts/receipts.ts';
import { checkReferences, type Work as WorkOnExpenses } from '../writes.ts';
import {
  countRecurring,
  findLastDayMade,
  insertRecurring,
  lockRecurring,
  type StoredRecurring,
  saveRecurring,
  toRecurring,
} from './recurring-store.ts';

type Work = WorkOnExpenses & { readonly caller: Pick<MemberCaller, 'timeZone'> };

/** Sets up a recurring expense and logs the first one, both or neither. */
export async function createRecurring(
  work: Work,
  { rule, expense: input }: { readonly rule: RecurringRule; readonly expense: NewExpense },
): Promise<Result<{ recurring: RecurringExpense; expense: Expense }>> {
  const { tx, caller, now, newId } = work;
  const validated = await validateNewExpense({ ...work, db: tx }, input);
  if (!validated.ok) return validated;
  const firstDay = instantToDay(input.expenseDate, caller.timeZone);
  const schedule = startSchedule(rule, firstDay);
  if (!schedule.ok) return schedule;
  const refused = checkFirstDay(work, firstDay);
  if (refused) return refused;
  if ((await countRecurring(tx, caller.chapterId)) >= maxRecurringExpenses) return tooMany;
  const stored: StoredRecurring = {
    id: newId(),
    schedule: afterMaking(schedule.value),
    localTime: localToTime(instantToLocal(input.expenseDate, caller.timeZone)),
    template: toTemplate(input),
    pausedAt: null,
    endedAt: null,
    failure: null,
    createdBy: caller.memberId,
    savedBy: caller.memberId,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  await insertRecurring(tx, caller.chapterId, stored);
  const expense = { ...validated.value, recurringId: stored.id, recurringDay: firstDay };
  const logged = await logInTransaction(tx, {
    chapterId: caller.chapterId,
    actorId: caller.memberId,
    logged: { expense, auditId: newId(), reply: { status: 201, etag: null, reply: null } },
  });
  if (!logged.ok) return logged;
  const notLogged = checkOutcome(logged.value.outcome);
  if (notLogged) return notLogged;
  const attached = await attachReceipts(work, expense.id, expense.receiptIds);
  if (!attached.ok) return attached;
  const recurring = await record(work, 'recurring.create', undefined, stored);
  return ok({ recurring, expense });
}

/** Changes all expenses from the next one on, and what is made from now on has the caller's rights. */
export async function updateRecurring(
  work: Work,
  id: Id<'recurring'>,
  { rule, expense: input }: RecurringBody,
): Promise<Result<RecurringExpense>> {
  const { tx, caller } = work;
  return change(work, id, 'recurring.update', async (stored) => {
    const validated = await validateNewExpense(
      { ...work, db: tx, createdBy: stored.createdBy },
      { ...input, receiptIds: [] },
    );
    if (!validated.ok) return validated;
    const nobody = { participants: [], paidBy: null, payers: [], eventId: null };
    const refused = await checkReferences(work, nobody, validated.value);
    if (refused) return refused;
    const day = instantToDay(input.expenseDate, caller.timeZone);
    const schedule = changeSchedule(stored.schedule, rule, day);
    if (!schedule.ok) return schedule;
    if (nextDay(stored.schedule) !== day) {
      const last = await findLastDayMade(tx, caller.chapterId, id);
      if (last !== null && day <= last) return alreadyMade(last);
      const early = checkFirstDay(work, day);
      if (early) return early;
    }
    return ok({
      schedule: schedule.value,
      localTime: localToTime(instantToLocal(input.expenseDate, caller.timeZone)),
      template: toTemplate(input),
      failure: null,
    });
  });
}

export async function pauseRecurring(
  work: Work,
  id: Id<'recurring'>,
): Promise<Result<RecurringExpense>> {
  return change(work, id, 'recurring.pause', async ({ pausedAt }) =>
    pausedAt === null ? ok({ pausedAt: work.now, failure: null }) : alreadyPaused,
  );
}

/** Goes on with the next day after today. */
export async function resumeRecurring(
  work: Work,
  id: Id<'recurring'>,
): Promise<Result<RecurringExpense>> {
  const today = instantToDay(work.now, work.caller.timeZone);
  return change(work, id, 'recurring.resume', async ({ pausedAt, schedule }) =>
    pausedAt === null
      ? notPaused
      : ok({ pausedAt: null, schedule: skipThrough(schedule, today), failure: null }),
  );
}

export async function endRecurring(work: Work, id: Id<'recurring'>): Promise<Result<undefined>> {
  const ended = await change(work, id, 'recurring.end', async () =>
    ok({ endedAt: work.now, failure: null }),
  );
  return ended.ok ? ok(undefined) : ended;
}

type Change = Partial<
  Pick<StoredRecurring, 'schedule' | 'localTime' | 'template' | 'pausedAt' | 'endedAt' | 'failure'>
>;

/** Locks one that has not ended and that the caller may change, and saves and records the change. */
async function change(
  work: Work,
  id: Id<'recurring'>,
  action: AuditRecord['action'],
  decide: (stored: StoredRecurring) => Promise<Result<Change>>,
): Promise<Result<RecurringExpense>> {
  const { tx, caller, now, ifMatch } = work;
  const stored = await lockRecurring(tx, caller.chapterId, id);
  if (!stored) return notFound('Recurring expense');
  const { createdBy, template } = stored;
  const { paidBy, payers = [] } = template;
  const refused = checkWriter(caller, { createdBy, paidBy, payers });
  if (refused) return refused;
  if (stored.endedAt !== null || nextDay(stored.schedule) === null) return alreadyEnded;
  const stale = checkVersion(stored, ifMatch, 'this recurring expense');
  if (stale) return stale;
  const decided = await decide(stored);
  if (!decided.ok) return decided;
  const changed = {
    ...stored,
    ...decided.value,
    savedBy: caller.memberId,
    updatedAt: now,
    version: stored.version + 1,
  };
  await saveRecurring(tx, caller.chapterId, changed);
  return ok(await record(work, action, stored, changed));
}

function toTemplate(
  input: RecurringBody['expense'] & Partial<Pick<NewExpense, 'id' | 'receiptIds'>>,
): ExpenseTemplate {
  const { expenseDate: _date, id: _id, receiptIds: _receiptIds, ...template } = input;
  return template;
}

/** The expense's fields are recorded like those of an expense. */
async function record(
  { tx, caller, now, newId }: Work,
  action: AuditRecord['action'],
  before: StoredRecurring | undefined,
  after: StoredRecurring,
): Promise<RecurringExpense> {
  const toRecorded = (stored: StoredRecurring) => {
    const { expense, rule, failure: _, ...rest } = toRecurring(stored, caller.timeZone);
    const { frequency, interval, endBy } = rule;
    return { ...expense, frequency, interval, endBy, ...rest };
  };
  await auditWork(
    { tx, caller, now, newId },
    {
      action,
      kind: 'recurring',
      id: after.id,
      before: before && toRecorded(before),
      after: toRecorded(after),
    },
  );
  return toRecurring(after, caller.timeZone);
}

function checkFirstDay({ caller, now }: Work, day: Day): Refused | undefined {
  if (day >= addDays(instantToDay(now, caller.timeZone), -maxDaysBack)) return undefined;
  return refuse(
    'invalid',
    'first_day_too_early',
    'A recurring expense can start at most a year ago',
    { field: 'expense.expenseDate' },
  );
}

function alreadyMade(day: Day): Refused {
  const message = 'The next day must be after the last one that was made';
  const more = { field: 'expense.expenseDate', details: { lastDay: day } };
  return refuse('invalid', 'day_already_made', message, more);
}

const tooMany = refuse(
  'conflict',
  'too_many_recurring',
  `A chapter has at most ${maxRecurringExpenses} recurring expenses. End one first.`,
);
const alreadyPaused = refuse('conflict', 'recurring_paused', 'This is already paused');
const notPaused = refuse('conflict', 'recurring_not_paused', 'This is not paused');
const alreadyEnded = refuse('conflict', 'recurring_ended', 'This recurring expense has ended');
