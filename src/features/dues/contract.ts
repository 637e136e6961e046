/** The API of dues: what the chapter asks of its members, what of it is open, and since when it is late. */
import * as z from 'zod/mini';
import { day, instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { lineRules, textRules } from '#kit/line.ts';
import { cents, money, moneyTotal } from '#kit/money.ts';
import { paged, pageQuery } from '#kit/page.ts';
import { maxReasonLength, requiredText, trimmedText } from '#kit/text.ts';

export const maxTitleLength = 100;
const maxCategoryLength = 100;
const maxNoteLength = 500;
/** Members that one charge asks. */
export const maxItems = 500;
const maxAmount = cents(99_999_99);
/** A due day lies at most so many years ahead. */
export const maxYearsAhead = 2;
export const maxPauseDays = 90;

const person = z.object({ id: id<'member'>(), name: z.string() });

/** What a charge asks of one member, and what has become of it. */
const chargeItem = z.object({
  id: id<'charge-item'>(),
  chargeId: id<'charge'>(),
  title: z.string(),
  note: z.nullable(z.string()),
  isLateFee: z.boolean(),
  member: person,
  amount: money,
  /** What was taken off, at most the amount. */
  waived: money,
  /** What the member's wallet doesn't cover. */
  open: money,
  dueOn: day,
  chargedAt: instant,
  canceledAt: z.nullable(instant),
  /** The day of the last credit of those that cover it; null while something is open, and if it was waived or canceled. */
  coveredOn: z.nullable(day),
  /** Whether a payment is among these credits. */
  isPaid: z.boolean(),
  /** Why it was waived or canceled, the latest reason. */
  reason: z.nullable(z.string()),
  /** Counts from 1; the ETag that `If-Match` is compared with. */
  version: z.int(),
});
export type ChargeItem = z.output<typeof chargeItem>;

const charge = z.object({
  id: id<'charge'>(),
  title: z.string(),
  dueOn: day,
  category: z.nullable(z.string()),
  note: z.nullable(z.string()),
  occurrenceId: z.nullable(id<'occurrence'>()),
  /** On late fees no late fee is charged. */
  isLateFee: z.boolean(),
  createdBy: person,
  createdAt: instant,
  /** Members it asks; canceled ones are in none of these figures. */
  itemCount: z.int(),
  /** Of these, members of whom nothing is open. */
  settledCount: z.int(),
  amount: moneyTotal,
  waived: moneyTotal,
  open: moneyTotal,
});
export type Charge = z.output<typeof charge>;

const chargeDetail = z.extend(charge, {
  /** By name. */
  items: z.array(chargeItem),
});
export type ChargeDetail = z.output<typeof chargeDetail>;

/** A debit of any kind that the member's wallets don't cover. */
const openDebt = z.object({
  /** Of the transaction that took it from the wallet. */
  transactionId: id<'transaction'>(),
  title: z.string(),
  amount: money,
  open: money,
  /** A share of an expense is due thirty days after it was charged. */
  dueOn: day,
  chargedAt: instant,
  chargeItemId: z.nullable(id<'charge-item'>()),
  expenseId: z.nullable(id<'expense'>()),
});
export type OpenDebt = z.output<typeof openDebt>;

const memberDues = z.object({
  member: person,
  /** On a day past: then, or if they joined later. */
  hasLeft: z.boolean(),
  /** What their wallets in US dollars don't cover, of charges and of anything else. */
  open: moneyTotal,
  /** Of this, what is past its due day. */
  late: moneyTotal,
  /** The first due day of what is open. */
  dueOn: z.nullable(day),
  /** What of it is due on that day. */
  dueFirst: moneyTotal,
  /** What they have too much. */
  credit: moneyTotal,
  /** What they say they paid the chapter, which waits for confirmation; 0 if nothing. */
  waiting: moneyTotal,
  /** Reminders rest until this day, which is included. */
  pausedUntil: z.nullable(day),
  pauseNote: z.nullable(z.string()),
  /** When they last got a reminder. */
  remindedAt: z.nullable(instant),
});
export type MemberDues = z.output<typeof memberDues>;

const memberDuesDetail = z.extend(memberDues, {
  /** What is due first comes first. */
  debts: z.array(openDebt),
  /** The newest due day first. */
  charges: paged(chargeItem),
});
export type MemberDuesDetail = z.output<typeof memberDuesDetail>;

/** `late-30`: by 1 to 30 days; `left`: former members of whom something is open, or who have a credit. */
export const duesFilters = ['open', 'late-30', 'late-60', 'late-61', 'credit', 'left'] as const;
export type DuesFilter = (typeof duesFilters)[number];

const duesSummary = z.object({
  /** Members who were asked for something, and those of them of whom nothing is open. */
  askedCount: z.int(),
  settledCount: z.int(),
  open: moneyTotal,
  /** By how many days the oldest is late; 0 if nothing is. */
  oldestDays: z.int(),
  /** Members by filter. */
  counts: z.record(z.enum(duesFilters), z.int()),
});
export type DuesSummary = z.output<typeof duesSummary>;

/** Of a charge, or what of it is waived. */
export const chargedAmount = money.check(
  z.refine((value) => value > 0, 'Amount must be greater than 0'),
  z.refine((value) => value <= maxAmount, 'Amount must be at most $99,999.99'),
);
export const noteText = z.optional(trimmedText(maxNoteLength).check(...textRules));
const title = requiredText(maxTitleLength, 'Enter a title').check(...lineRules);
const reason = requiredText(maxReasonLength, 'Enter a reason').check(...textRules);

export const newCharge = z.strictObject({
  title,
  /** From today to two years ahead, in the chapter's time zone. */
  dueOn: day,
  category: z.optional(trimmedText(maxCategoryLength).check(...lineRules)),
  note: noteText,
  occurrenceId: z.optional(id<'occurrence'>()),
  isLateFee: z.optional(z.boolean()),
  items: z.array(z.strictObject({ memberId: id<'member'>(), amount: chargedAmount })).check(
    z.minLength(1, 'Choose at least one member'),
    z.maxLength(maxItems, `Charge at most ${maxItems} members at a time`),
    z.refine(
      (items) => new Set(items.map(({ memberId }) => memberId)).size === items.length,
      'A member is listed twice',
    ),
  ),
});
export type NewCharge = z.output<typeof newCharge>;

/** `details` of the refusal `already_charged`. */
export const alreadyCharged = z.object({ memberIds: z.array(id<'member'>()) });

const chargeProposal = z.object({
  chargeId: id<'charge'>(),
  title: z.string(),
  chargedOn: day,
  nextTitle: z.string(),
  nextDueOn: day,
});
export type ChargeProposal = z.output<typeof chargeProposal>;

/** A day that is past; without it, today. */
const asOf = z.optional(
  day.check(z.refine((value) => value >= '1900', 'Must be in the year 1900 or later')),
);
const chargeParams = z.strictObject({ chargeId: id<'charge'>() });
const itemParams = z.strictObject({ chargeId: id<'charge'>(), itemId: id<'charge-item'>() });
const memberParams = z.strictObject({ memberId: id<'member'>() });
const itemVersion = (reply: ChargeItem) => reply.version;
const tag = 'Dues';

/** What all acts on what a charge asks of one member share. */
const actOnItem = {
  method: 'POST',
  tag,
  policy: 'treasurer',
  params: itemParams,
  reply: chargeItem,
  status: 200,
  version: itemVersion,
} as const;

export const dueCalls = {
  list: endpoint({
    method: 'GET',
    path: '/dues',
    tag,
    summary:
      'List members with what is open of each, the longest late first; of a day past by their names of today, without pauses',
    policy: 'treasurer',
    query: z.strictObject({
      ...pageQuery(200),
      show: z.optional(z.enum(duesFilters)),
      asOf,
    }),
    reply: z.object({ summary: duesSummary, members: paged(memberDues) }),
  }),
  ofMember: endpoint({
    method: 'GET',
    path: '/dues/members/{memberId}',
    tag,
    summary:
      "Read what is open of a member, one's own, or anyone's for treasurers, with their charges as they are today",
    policy: 'member',
    params: memberParams,
    query: z.strictObject({ ...pageQuery(40), asOf }),
    reply: memberDuesDetail,
  }),
  pause: endpoint({
    method: 'PUT',
    path: '/dues/members/{memberId}/pause',
    tag,
    summary: "Pause a member's reminders for at most 90 days, or end a pause",
    policy: 'treasurer',
    params: memberParams,
    body: z.strictObject({
      /** The last day of the pause; null ends it. */
      until: z.nullable(day),
      note: noteText,
    }),
    reply: memberDues,
  }),
  charges: endpoint({
    method: 'GET',
    path: '/charges',
    tag,
    summary: 'List charges, the newest due day first',
    policy: 'treasurer',
    query: z.strictObject(pageQuery(40)),
    reply: z.object({ charges: paged(charge) }),
  }),
  proposals: endpoint({
    method: 'GET',
    path: '/charges/proposals',
    tag,
    summary: 'List charges of about a year ago that were not asked again yet',
    policy: 'treasurer',
    reply: z.object({ items: z.array(chargeProposal) }),
  }),
  dropProposal: endpoint({
    method: 'DELETE',
    path: '/charges/{chargeId}/proposal',
    tag,
    summary: 'Propose a charge of a year ago no more',
    policy: 'treasurer',
    params: chargeParams,
  }),
  charge: endpoint({
    method: 'GET',
    path: '/charges/{chargeId}',
    tag,
    summary: 'Read a charge with what has become of it for each member',
    policy: 'treasurer',
    params: chargeParams,
    reply: chargeDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/charges',
    tag,
    summary: 'Charge members, all at once; members who have left are skipped',
    policy: 'treasurer',
    movesMoney: true,
    body: newCharge,
    maxBodyBytes: 64 * 1024,
    reply: z.extend(chargeDetail, { skipped: z.array(person) }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/charges/{chargeId}/cancel',
    tag,
    summary: 'Cancel a charge for everyone: it was a mistake, and is in no sum',
    policy: 'treasurer',
    movesMoney: true,
    params: chargeParams,
    body: z.strictObject({ reason }),
    reply: chargeDetail,
    status: 200,
  }),
  cancelItem: endpoint({
    ...actOnItem,
    path: '/charges/{chargeId}/items/{itemId}/cancel',
    summary: 'Cancel a charge for one member',
    movesMoney: true,
    body: z.strictObject({ reason }),
  }),
  waive: endpoint({
    ...actOnItem,
    path: '/charges/{chargeId}/items/{itemId}/waive',
    summary: 'Take all or a part off what a charge asks of a member, with a reason that they see',
    movesMoney: true,
    body: z.strictObject({ amount: chargedAmount, reason }),
  }),
  move: endpoint({
    ...actOnItem,
    path: '/charges/{chargeId}/items/{itemId}/move',
    summary: 'Give a member another due day, from today to two years ahead',
    body: z.strictObject({ dueOn: day }),
  }),
};
