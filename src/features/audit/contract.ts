/** The audit log of a chapter, for its admins. */
import * as z from 'zod/mini';
import { day, instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { text, textLike } from '#kit/text.ts';
import { fromDigits, wholeNumber } from '#kit/whole-number.ts';

/** One changed field; null on the side where it does not exist. */
const change = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

const person = z.object({ id: id<'member'>(), name: z.string() });

/** The entity of a record, if it still exists; the browser knows its page. */
const link = z.object({
  to: z.string(),
  id: id(),
  /** What it is part of, if its address needs that. */
  parentId: z.nullable(id()),
});

export const auditRecord = z.object({
  id: id<'audit'>(),
  /** Position in the chapter's chain, starting at 1. */
  seq: z.int(),
  at: instant,
  /** Null for the server itself or its operator. */
  actor: z.nullable(person),
  /** `expense.create`, `member.role`, … */
  action: z.string(),
  kind: z.string(),
  subjectId: id(),
  /** The entity's name at the time; null if it has none. */
  subject: z.nullable(z.string()),
  /** What such a record is about where it has no name: 'of $250.00 from Yuki to the chapter'. */
  about: z.nullable(z.string()),
  /** The first few changes. */
  changes: z.array(change),
  hasMoreChanges: z.boolean(),
  link: z.nullable(link),
});
export type AuditRecord = z.output<typeof auditRecord>;

const auditDetail = z.extend(auditRecord, {
  /** When the record was linked to the previous one. */
  sealedAt: instant,
  /** SHA-256 over the record and the previous hash. */
  hash: z.string(),
});
export type AuditDetail = z.output<typeof auditDetail>;

const seq = fromDigits(textLike(/^[1-9]\d{0,14}$/, 'Must be a number'), z.int());
const take = fromDigits(textLike(/^\d{1,3}$/), wholeNumber(1, 200));

/** Days whose start and end the database can represent. */
const filterDay = day.check(
  z.refine(
    (value) => value >= '1900-01-01' && value < '9999-12-31',
    'Must be in the year 1900 or later',
  ),
);

const auditFilter = {
  actorId: z.optional(id<'member'>()),
  kind: z.optional(text(100)),
  action: z.optional(text(100)),
  /** First and last day, in the chapter's time zone. */
  from: z.optional(filterDay),
  to: z.optional(filterDay),
  /** Matches names at the time, or the id of an entity or a record. */
  search: z.optional(text(200)),
};

const tag = 'Audit';

export const auditCalls = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    tag,
    summary: 'List audit records, newest first; `before` is the last number on the previous page',
    policy: 'admin',
    mayLag: true,
    query: z.strictObject({
      ...auditFilter,
      before: z.optional(seq),
      take: z._default(take, 50),
    }),
    reply: z.object({
      items: z.array(auditRecord),
      /** The next `before`; null at the end. */
      next: z.nullable(z.int()),
    }),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/audit/choices',
    tag,
    summary: 'List the people and actions in the audit log',
    policy: 'admin',
    mayLag: true,
    reply: z.object({
      actors: z.array(person),
      actions: z.array(z.object({ action: z.string(), kind: z.string() })),
    }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/audit/{recordId}',
    tag,
    summary: 'Read a record with everything it changed',
    policy: 'admin',
    mayLag: true,
    params: z.strictObject({ recordId: id<'audit'>() }),
    reply: auditDetail,
  }),
};
