/** Expenses for component tests, and a server that keeps them by the rules of this feature. */
import { bankBalanceCalls } from '#features/chapters/bank-balance-contract.ts';
import { serveEvents } from '#features/events/web/testing/event-samples.ts';
import { groupCalls } from '#features/members/group-contract.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, sumCents } from '#kit/money.ts';
import { page } from '#kit/page.ts';
import type { Refusal, Result } from '#kit/result.ts';
import { answer, Failure, refuse } from '#web/testing/network.ts';
import { memberId, members, nextId } from '#web/testing/session.ts';
import { expenseCalls } from '../../contract.ts';
import { checkExpense } from '../../draft.ts';
import {
  type Expense,
  type ExpenseFields,
  expenseDefaults,
  type ListedExpense,
  type OpenExpense,
  type OverrideFields,
} from '../../expense.ts';
import { type NewExpense } from '../../new-expense.ts';
import { addOverride, addOverrides, changeOverride, defaultManualLabel } from '../../override.ts';
import { applyPatch, pickFields } from '../../patch.ts';
import { receiptCalls } from '../../receipts/receipt-contract.ts';
import { recurringCalls } from '../../recurring/recurring-contract.ts';
import {
  buildExpense,
  type Revision,
  revise,
  toDeleted,
  toRestored,
  toSettled,
} from '../../revise.ts';

const now = (): Instant => toInstant(Temporal.Now.instant());

type Sample = Partial<Omit<ExpenseFields, 'participants' | 'paidBy'>> & {
  /** Display names; the first is the payer. */
  readonly people?: readonly string[];
  readonly overrides?: OverrideFields[];
};

/** An open expense, by default a dinner of $100. */
export function makeExpense({ people = ['Maya Chen'], ...fields }: Sample = {}): OpenExpense {
  const participants = people.map(memberId);
  const paidBy = fields.payers || fields.isEvenSplit ? null : (participants[0] ?? null);
  const defaults = { title: 'Dinner', amount: cents(10_000), expenseDate: now() };
  return build({
    ...expenseDefaults,
    receiptIds: [],
    ...defaults,
    participants,
    paidBy,
    ...fields,
  });
}

export const overrideFor = (
  name: string,
  amount: number,
  fields: Partial<OverrideFields> = {},
): OverrideFields => ({
  type: 'manual',
  amount: cents(amount),
  label: '',
  participantIds: [memberId(name)],
  ...fields,
});

function build(body: NewExpense): OpenExpense {
  const {
    id = nextId('expense'),
    receiptIds: _,
    overrides: stated = [],
    original = null,
    payers = [],
    ...draft
  } = body;
  const fields = get(checkExpense({ ...draft, original, payers }));
  const overrides = get(
    addOverrides(fields.amount, stated.map(fillInLabel), () => nextId('override')),
  );
  return get(buildExpense(fields, { id, createdBy: memberId('Maya Chen'), now: now() }, overrides));
}

function fillInLabel(override: OverrideFields): OverrideFields {
  const name = members.find(({ id }) => id === override.participantIds[0])?.displayName ?? '';
  const label = override.label || defaultManualLabel(name);
  return override.type === 'manual' ? { ...override, label } : override;
}

function get<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}

export type Kept = {
  /** As the server has it now. */
  readonly get: (id: Id<'expense'>) => ListedExpense;
  /** As someone else left it. */
  readonly put: (expense: ListedExpense) => void;
  /** A change of an open one by someone else. */
  readonly change: (id: Id<'expense'>, fields: Partial<ExpenseFields>) => void;
};

/** Answers what the expenses screen reads and writes. A test may answer single calls differently. */
export function serveExpenses(...initial: readonly ListedExpense[]): Kept {
  const kept = new Map(initial.map((expense) => [expense.id, expense]));
  const save = <E extends ListedExpense>(expense: E): E => {
    kept.set(expense.id, expense);
    return expense;
  };
  const lock = (id: Id<'expense'>, headers: Headers): OpenExpense | Failure => {
    const expense = kept.get(id);
    if (expense === undefined || expense.status === 'deleted') return notFound('Expense');
    if (expense.status === 'settled') return settledMeanwhile;
    const seen = headers.get('if-match');
    return seen === null || seen === `"${expense.version}"` ? expense : changedMeanwhile;
  };
  const change = (
    id: Id<'expense'>,
    headers: Headers,
    decide: (expense: OpenExpense) => Result<Revision>,
  ): OpenExpense | Failure => {
    const expense = lock(id, headers);
    if (expense instanceof Failure) return expense;
    const decided = decide(expense);
    const revised = decided.ok ? revise(expense, decided.value, now()) : decided;
    return revised.ok ? save(revised.value) : toFailure(revised.refusal);
  };

  serveEvents();
  answer(expenseCalls.list, ({ query }) => {
    const { eventId, status } = query;
    const shown = [...kept.values()]
      .filter((expense) =>
        status === undefined ? expense.status !== 'deleted' : expense.status === status,
      )
      .filter((expense) => eventId === undefined || expense.eventId === eventId)
      .toReversed();
    return {
      expenses: page(shown.slice(query.skip, query.skip + query.take), shown.length, query),
      totalAmount: sumCents(shown.map(({ amount }) => amount)),
      participants: members.map(({ id, displayName }) => ({ id, name: displayName })),
      events: [],
    };
  });
  answer(expenseCalls.detail, ({ params }) => {
    const expense = kept.get(params.expenseId);
    const isGone = expense === undefined || expense.status === 'deleted';
    return isGone ? notFound('Expense') : expense;
  });
  answer(expenseCalls.create, ({ body }) => save(build(body)));
  answer(expenseCalls.patch, ({ params, query, body, headers }) =>
    change(params.expenseId, headers, (expense) =>
      applyPatch(
        expense,
        body.map((operation) =>
          operation.path === '/overrides'
            ? { ...operation, value: operation.value.map(fillInLabel) }
            : operation,
        ),
        query.dropOverrides,
        () => nextId('override'),
      ),
    ),
  );
  answer(expenseCalls.addOverride, ({ params, body, headers }) =>
    change(params.expenseId, headers, (expense) =>
      withOverrides(expense, addOverride(expense, nextId('override'), fillInLabel(body))),
    ),
  );
  answer(expenseCalls.updateOverride, ({ params, body, headers }) =>
    change(params.expenseId, headers, (expense) =>
      expense.overrides.some(({ id }) => id === params.overrideId)
        ? withOverrides(expense, changeOverride(expense, params.overrideId, body))
        : {
            ok: false,
            refusal: { kind: 'not-found', code: 'not_found', message: 'Override not found' },
          },
    ),
  );
  answer(expenseCalls.removeOverride, ({ params, headers }) =>
    change(params.expenseId, headers, (expense) => {
      const value = expense.overrides.filter(({ id }) => id !== params.overrideId);
      return withOverrides(expense, { ok: true, value });
    }),
  );
  answer(expenseCalls.remove, ({ params, headers }) => {
    const expense = lock(params.expenseId, headers);
    if (expense instanceof Failure) return expense;
    save(toDeleted(expense, now()));
    return undefined;
  });
  answer(expenseCalls.restore, ({ params }) => {
    const expense = kept.get(params.expenseId);
    const isDeleted = expense?.status === 'deleted';
    return isDeleted ? save(toRestored(expense, now())) : refuse(409, 'expense_not_deleted', 'No');
  });
  answer(expenseCalls.settle, ({ params, body, headers }) => {
    const expense = lock(params.expenseId, headers);
    const settle = (open: OpenExpense) =>
      save(toSettled(open, memberId('Maya Chen'), now(), body?.note));
    return expense instanceof Failure ? expense : settle(expense);
  });
  answer(expenseCalls.history, ({ query }) => ({ events: page([], 0, query) }));
  answer(expenseCalls.balances, {
    items: members.map(({ id, displayName }) => ({
      participantId: id,
      name: displayName,
      balance: none,
    })),
    company: none,
  });
  answer(expenseCalls.standings, { items: [], chapter: none });
  answer(expenseCalls.total, { totalAmount: none, excludedAmount: none });
  answer(expenseCalls.categories, { items: ['Entertainment', 'Food', 'Travel'] });
  answer(expenseCalls.rates, { items: [] });
  answer(bankBalanceCalls.detail, { bankBalance: cents(500_000), enteredAt: null, version: 1 });
  answer(recurringCalls.list, ({ query }) => ({ recurring: page([], 0, query), failing: 0 }));
  answer(receiptCalls.list, { items: [] });
  answer(groupCalls.list, { items: [] });

  return {
    get: (id) => kept.get(id) as ListedExpense,
    put: (expense) => void save(expense),
    change: (id, fields) => {
      const expense = kept.get(id) as OpenExpense;
      const { overrides } = expense;
      const revision = { fields: { ...pickFields(expense), ...fields }, overrides };
      save(get(revise(expense, revision, now())));
    },
  };
}

const none: Cents = cents(0);
const changedMeanwhile = refuse(
  412,
  'changed',
  'Someone else changed this expense while you were editing',
);
const settledMeanwhile = refuse(
  409,
  'expense_settled',
  "This expense is settled and can't be changed",
);
const notFound = (what: string) => refuse(404, 'not_found', `${what} not found`);

const toFailure = ({ kind, code, message, ...more }: Refusal) =>
  refuse(kind === 'not-found' ? 404 : 422, code, message, more);

const withOverrides = (
  expense: Expense,
  overrides: Result<OpenExpense['overrides']>,
): Result<Revision> =>
  overrides.ok
    ? { ok: true, value: { fields: pickFields(expense), overrides: overrides.value } }
    : overrides;
