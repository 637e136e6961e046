/** The form of a new charge as typed, its validation and its meaning. */
import * as z from 'zod/mini';
import { type Day, instantToDay } from '#kit/day.ts';
import type { RefusalBody } from '#kit/endpoint.ts';
import type { Id } from '#kit/id.ts';
import {
  type Cents,
  cents,
  centsFromTyped,
  centsToText,
  explainAmount,
  sumCents,
} from '#kit/money.ts';
import { takeCharacters } from '#kit/text.ts';
import { stateOf } from '../../charge-state.ts';
import {
  type ChargeDetail,
  chargedAmount,
  maxItems,
  maxTitleLength,
  type NewCharge,
  newCharge,
  noteText,
} from '../../contract.ts';
import { explainDay, lastDueDay, usualDueDay } from '../../due-day.ts';
import { proposeNext } from '../../propose.ts';
import { findProratedYear, prorate } from '../../prorate.ts';

export type ChargeMember = {
  readonly id: Id<'member'>;
  readonly label: string;
  readonly joinedOn: Day;
};

export type ChargeForm = {
  readonly title: string;
  /** Of everyone whose row says nothing else. */
  readonly amount: string;
  readonly dueOn: Day | '';
  readonly category: string;
  readonly note: string;
  readonly isProrated: boolean;
  readonly isLateFee: boolean;
  readonly occurrenceId: Id<'occurrence'> | null;
  readonly chosen: ReadonlySet<Id<'member'>>;
  /** Of whom the amount is asked once for each guest. */
  readonly guests: ReadonlyMap<Id<'member'>, number>;
  /** As typed in their rows. */
  readonly amounts: ReadonlyMap<Id<'member'>, string>;
};

/** Who is asked, and on what day. */
export type ChargeContext = { readonly members: readonly ChargeMember[]; readonly today: Day };

export function beginCharge({ members, today }: ChargeContext): ChargeForm {
  return {
    title: '',
    amount: '',
    dueOn: usualDueDay(today),
    category: '',
    note: '',
    isProrated: false,
    isLateFee: false,
    occurrenceId: null,
    chosen: new Set(members.map(({ id }) => id)),
    guests: new Map(),
    amounts: new Map(),
  };
}

/**
 * A charge of a year ago once more: of those it asked and who joined since. Who paid another amount does so
 * again, unless it was that of a year begun.
 */
export function beginAgain(
  context: ChargeContext & { readonly zone: string },
  charge: ChargeDetail,
): ChargeForm {
  const { category, note, items, createdAt } = charge;
  const asked = new Map(
    items.filter(({ canceledAt }) => canceledAt === null).map((item) => [item.member.id, item]),
  );
  const usual = findUsual([...asked.values()].map(({ amount }) => amount));
  const chargedOn = instantToDay(createdAt, context.zone);
  const others = context.members.flatMap(({ id, joinedOn }): [Id<'member'>, string][] => {
    const amount = asked.get(id)?.amount;
    const isUsual = amount === undefined || amount === usual || amount === prorate(usual, joinedOn);
    return isUsual ? [] : [[id, centsToText(amount)]];
  });
  const again = context.members.filter(({ id, joinedOn }) => asked.has(id) || joinedOn > chargedOn);
  const { nextTitle, nextDueOn } = proposeNext(charge, chargedOn, context.today);
  return {
    ...beginCharge(context),
    title: nextTitle,
    amount: usual > 0 ? centsToText(usual) : '',
    dueOn: nextDueOn,
    category: category ?? '',
    note: note ?? '',
    chosen: new Set(again.map(({ id }) => id)),
    amounts: new Map(others),
  };
}

/** Of those who are late with a charge. */
export function beginLateFee(
  context: ChargeContext,
  { title, category, items }: ChargeDetail,
): ChargeForm {
  const late = new Set(
    items.filter((item) => stateOf(item, context.today) === 'late').map(({ member }) => member.id),
  );
  return {
    ...beginCharge(context),
    title: takeCharacters(`Late fee: ${title}`, maxTitleLength),
    category: category ?? '',
    isLateFee: true,
    chosen: new Set(context.members.map(({ id }) => id).filter((id) => late.has(id))),
  };
}

/** The most frequent amount, the first of several; 0 if there is none. */
function findUsual(amounts: readonly Cents[]): Cents {
  const counts = new Map<Cents, number>();
  for (const amount of amounts) counts.set(amount, (counts.get(amount) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? cents(0);
}

/** Whom `isProrated` means: the members who joined in this year. */
export function findJoiners({ members, today }: ChargeContext): {
  readonly year: string | undefined;
  readonly ids: ReadonlySet<Id<'member'>>;
} {
  const year = findProratedYear(
    members.map(({ joinedOn }) => joinedOn),
    today,
  );
  const joined = members.filter(({ joinedOn }) => year && joinedOn.startsWith(`${year}-`));
  return { year, ids: new Set(joined.map(({ id }) => id)) };
}

/** What each member's row says: what was typed in it, else their part of the amount above; '' while that is none. */
export function listAmounts(form: ChargeForm, context: ChargeContext): Map<Id<'member'>, string> {
  const amount = centsFromTyped(form.amount);
  const joiners = findJoiners(context).ids;
  return new Map(
    context.members.map(({ id, joinedOn }) => {
      if (amount === undefined) return [id, form.amounts.get(id) ?? ''];
      const one = form.isProrated && joiners.has(id) ? prorate(amount, joinedOn) : amount;
      return [id, form.amounts.get(id) ?? centsToText(cents(one * (form.guests.get(id) ?? 1)))];
    }),
  );
}

const listChosen = (form: ChargeForm, { members }: ChargeContext) =>
  members.filter(({ id }) => form.chosen.has(id));

/** An amount that is none counts as zero. */
export function sumCharge(
  form: ChargeForm,
  context: ChargeContext,
): { readonly count: number; readonly total: Cents } {
  const amounts = listAmounts(form, context);
  const chosen = listChosen(form, context);
  const total = sumCents(chosen.map(({ id }) => centsFromTyped(amounts.get(id) ?? '') ?? cents(0)));
  return { count: chosen.length, total };
}

type Field = 'title' | 'amount' | 'dueOn' | 'category' | 'note' | 'chosen';
export type ChargeProblems = { readonly [field in Field]?: string } & {
  /** Of members, by their ids. */
  readonly amounts?: ReadonlyMap<Id<'member'>, string>;
};

/** The problems by field, in the order of the fields; empty if there are none. */
export function validateCharge(form: ChargeForm, context: ChargeContext): ChargeProblems {
  const { title, amount, dueOn, category, note } = form;
  const chosen = listChosen(form, context);
  const isAmountUsed = chosen.length === 0 || chosen.some(({ id }) => !form.amounts.has(id));
  const wrongAmount = isAmountUsed ? explainCharged(amount) : undefined;
  const shown = listAmounts(form, context);
  const wrongRows = chosen.flatMap(({ id }): [Id<'member'>, string][] => {
    // Shown above, once.
    if (wrongAmount !== undefined && !form.amounts.has(id)) return [];
    const problem = explainCharged(shown.get(id) ?? '');
    return problem === undefined ? [] : [[id, problem]];
  });
  const { shape } = newCharge;
  const wrongTitle = explain(shape.title, title);
  const wrongCategory = explain(shape.category, category);
  const wrongNote = explain(noteText, note);
  const wrongDay = explainDay(dueOn, context.today, lastDueDay(context.today));
  return {
    ...(wrongTitle && { title: wrongTitle }),
    ...(wrongAmount && { amount: wrongAmount }),
    ...(wrongDay && { dueOn: wrongDay }),
    ...(wrongCategory && { category: wrongCategory }),
    ...(wrongNote && { note: wrongNote }),
    ...(chosen.length === 0 && { chosen: 'Choose at least one member' }),
    ...(chosen.length > maxItems && { chosen: `Charge at most ${maxItems} members at a time` }),
    ...(wrongRows.length > 0 && { amounts: new Map(wrongRows) }),
  };
}

/** Where a refusal belongs; nowhere if it is about none of the fields. */
export function placeRefusal(
  refusal: RefusalBody | undefined,
  { items }: NewCharge,
): ChargeProblems {
  const { field = '', message = '' } = refusal ?? {};
  const [, index] = /^items\.(\d+)\b/.exec(field) ?? [];
  const item = index === undefined ? undefined : items[Number(index)];
  if (item) return { amounts: new Map([[item.memberId, message]]) };
  const isField = ['title', 'dueOn', 'category', 'note'].includes(field);
  return isField ? { [field]: message } : {};
}

/** Why the contract does not take a value. */
export const explain = (schema: z.core.$ZodType, value: unknown): string | undefined =>
  z.safeEncode(schema, value).error?.issues[0]?.message;

export function explainCharged(typed: string): string | undefined {
  const amount = centsFromTyped(typed);
  return amount === undefined ? explainAmount(typed) : explain(chargedAmount, amount);
}

/** The request; undefined while the form is invalid. */
export function toNewCharge(form: ChargeForm, context: ChargeContext): NewCharge | undefined {
  const { title, dueOn, isLateFee, occurrenceId } = form;
  if (dueOn === '' || Object.keys(validateCharge(form, context)).length > 0) return undefined;
  const amounts = listAmounts(form, context);
  return {
    title: title.trim(),
    dueOn,
    category: form.category.trim(),
    note: form.note.trim(),
    isLateFee,
    ...(occurrenceId && { occurrenceId }),
    items: listChosen(form, context).flatMap(({ id: memberId }) => {
      const amount = centsFromTyped(amounts.get(memberId) ?? '');
      return amount === undefined ? [] : [{ memberId, amount }];
    }),
  } satisfies Record<Exclude<keyof NewCharge, 'occurrenceId'>, unknown>;
}
