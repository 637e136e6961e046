/** What was done in a chapter, by whom and when: for its admins. */
import * as z from 'zod';
import { day, instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { text } from '#kit/text.ts';

/** One thing that is not the same; null on the side where it is not there. */
const change = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

const person = z.object({ id, name: z.string() });

/** What a record is about, where that still is: the browser knows the page of each. */
const link = z.object({
  to: z.enum(['expense', 'wallet', 'transaction', 'member', 'event', 'chapter', 'invitations']),
  id,
  /** The wallet of a transaction. */
  parentId: id.nullable(),
});

export const auditRecord = z.object({
  id,
  /** Its number in the chapter's chain, from 1. */
  seq: z.int(),
  at: instant,
  /** Null: the hub itself, or its operator. */
  actor: person.nullable(),
  /** `expense.create`, `member.role`, … */
  action: z.string(),
  kind: z.string(),
  subjectId: id,
  /** What it was called then; null where it has no name. */
  subject: z.string().nullable(),
  /** In words, the first few of them. */
  changes: z.array(change),
  hasMoreChanges: z.boolean(),
  link: link.nullable(),
});
export type AuditRecord = z.output<typeof auditRecord>;

export const auditDetail = auditRecord.extend({
  /** When the record was linked to the one before it. */
  sealedAt: instant,
  /** SHA-256 over the record and the hash of the one before. */
  hash: z.string(),
});
export type AuditDetail = z.output<typeof auditDetail>;

const wholeNumber = z.codec(z.string().regex(/^[1-9]\d{0,14}$/, 'Must be a number'), z.int(), {
  decode: (digits) => Number(digits),
  encode: (value) => String(value),
});
const take = z.codec(z.string().regex(/^\d{1,3}$/), z.int().min(1).max(200), {
  decode: (digits) => Number(digits),
  encode: (value) => String(value),
});

/** Whose start and end are instants the database knows. */
const filterDay = day.refine(
  (value) => value >= '1900-01-01' && value < '9999-12-31',
  'Must be in 1900 or later',
);

export const auditFilter = {
  actorId: id.optional(),
  kind: text(100).optional(),
  action: text(100).optional(),
  /** First and last day, in the chapter's time zone. */
  from: filterDay.optional(),
  to: filterDay.optional(),
  /** Looked for in what things were called then, or the id of a thing or of a record. */
  search: text(200).optional(),
};

const tag = 'Audit';

export const auditCalls = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    tag,
    summary: 'What was done, the newest first; `before` is where the page before ended',
    policy: 'admin',
    query: z.strictObject({
      ...auditFilter,
      before: wholeNumber.optional(),
      take: take.default(50),
    }),
    reply: z.object({
      items: z.array(auditRecord),
      /** What to ask for as `before`; null at the end. */
      next: z.int().nullable(),
    }),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/audit/choices',
    tag,
    summary: 'Whoever did something, and all that was ever done',
    policy: 'admin',
    reply: z.object({
      actors: z.array(person),
      actions: z.array(z.object({ action: z.string(), kind: z.string() })),
    }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/audit/{recordId}',
    tag,
    summary: 'One record, with all that it changed',
    policy: 'admin',
    params: z.strictObject({ recordId: id }),
    reply: auditDetail,
  }),
};
