/** Reads the audit log along its chain, newest first, by the indexed columns of its links. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { listMemberNames } from '#features/members/server/store.ts';
import type { AuditFields } from '#kit/audit-words.ts';
import { addDays } from '#kit/calendar/month.ts';
import type { ChapterScope } from '#kit/caller.ts';
import { type Day, type Instant, startOfDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Currency } from '#kit/money.ts';
import type { Db } from '#server/database/db.ts';
import { matching } from '#server/database/text-search.ts';
import { mapInTurns } from '#server/turns.ts';
import { type Change, collectIds, describeChanges, type NameLookup } from '../changes.ts';
import type { AuditDetail, AuditRecord } from '../contract.ts';
import type { Subjects } from './subjects.ts';

export type AuditFilter = {
  readonly actorId?: Id<'member'> | undefined;
  readonly kind?: string | undefined;
  readonly action?: string | undefined;
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
  readonly search?: string | undefined;
};

/** Changes per record in a list; a single record shows all. */
const maxListedChanges = 6;

/**
 * A page of sealed records; see `sealAudit`. Newest first is the order of the chain; with a range
 * of days it is time order, so that only those days are read.
 */
export async function listAudit(
  db: Db,
  scope: ChapterScope,
  subjects: Subjects,
  request: AuditFilter & { readonly before?: number | undefined; readonly take: number },
): Promise<{ items: AuditRecord[]; next: number | null }> {
  const { before, take, from, to } = request;
  const order = from === undefined && to === undefined ? alongChain : byTime;
  const conditions = buildConditions(scope, request);
  if (before !== undefined) conditions.push(order.after(scope.chapterId, before));
  const rows = await readRows(
    db,
    subjects,
    sql`
    select s.* from audit_seal s
    where ${sql.join(conditions, sql` and `)}
    order by ${order.newestFirst} limit ${take + 1}`,
    order.newestFirst,
  );
  const shown = rows.slice(0, take);
  const items = await toRecords(db, scope, subjects, shown);
  return {
    items: items.map(({ changes, ...record }) => ({
      ...record,
      changes: changes.slice(0, maxListedChanges),
      hasMoreChanges: changes.length > maxListedChanges,
    })),
    next: rows.length > take ? (shown.at(-1)?.seq ?? null) : null,
  };
}

const alongChain = {
  newestFirst: sql`s.seq desc`,
  after: (_chapterId: Id<'chapter'>, seq: number) => sql<SqlBool>`s.seq < ${seq}`,
};
const byTime = {
  newestFirst: sql`s.at desc, s.seq desc`,
  after: (chapterId: Id<'chapter'>, seq: number) => sql<SqlBool>`(s.at, s.seq) < (
    select last.at, last.seq from audit_seal last
    where last.chapter_id = ${chapterId} and last.seq = ${seq})`,
};

export async function findRecord(
  db: Db,
  scope: ChapterScope,
  subjects: Subjects,
  recordId: Id<'audit'>,
): Promise<AuditDetail | undefined> {
  const rows = await readRows(
    db,
    subjects,
    sql`
    select s.* from audit_seal s
    where s.chapter_id = ${scope.chapterId} and s.audit_id = ${recordId}`,
  );
  const [record] = await toRecords(db, scope, subjects, rows);
  const [row] = rows;
  return record && row
    ? { ...record, hasMoreChanges: false, sealedAt: row.sealedAt, hash: row.hash }
    : undefined;
}

/** Reads only the ends of the indexes, one step per choice, and not the whole history. */
export async function listChoices(db: Db, { chapterId }: ChapterScope) {
  const [actors, actions] = await Promise.all([
    sql<{ id: Id<'member'> | null }>`
      with recursive one as (
        (select actor_id from audit_seal where chapter_id = ${chapterId}
          order by actor_id limit 1)
        union all
        select (select s.actor_id from audit_seal s
          where s.chapter_id = ${chapterId} and s.actor_id > one.actor_id
          order by s.actor_id limit 1)
        from one where one.actor_id is not null
      ) select actor_id as id from one where actor_id is not null`.execute(db),
    sql<{ action: string; kind: string }>`
      with recursive one as (
        (select action, entity_kind from audit_seal where chapter_id = ${chapterId}
          order by action limit 1)
        union all
        select next.action, next.entity_kind from one
        cross join lateral (select s.action, s.entity_kind from audit_seal s
          where s.chapter_id = ${chapterId} and s.action > one.action
          order by s.action limit 1) next
      ) select action, entity_kind as kind from one`.execute(db),
  ]);
  const ids = actors.rows.flatMap(({ id }) => id ?? []);
  const names = await listMemberNames(db, chapterId, ids);
  return {
    actors: names.map(({ id, displayName }) => ({ id, name: displayName })),
    actions: actions.rows,
  };
}

function buildConditions(
  { chapterId, timeZone }: ChapterScope,
  filter: AuditFilter,
): RawBuilder<SqlBool>[] {
  const { actorId, kind, action, from, to, search } = filter;
  const conditions = [sql<SqlBool>`s.chapter_id = ${chapterId}`];
  const add = (condition: RawBuilder<SqlBool> | undefined) => {
    if (condition) conditions.push(condition);
  };
  if (actorId !== undefined) add(sql`s.actor_id = ${actorId}`);
  if (kind !== undefined) add(sql`s.entity_kind = ${kind}`);
  if (action !== undefined) add(sql`s.action = ${action}`);
  if (from !== undefined) add(sql`s.at >= ${startOfDay(from, timeZone)}`);
  if (to !== undefined) add(sql`s.at < ${startOfDay(addDays(to, 1), timeZone)}`);
  const term = search?.trim().toLowerCase() ?? '';
  if (uuid.test(term)) add(sql`(s.entity_id = ${term}::uuid or s.audit_id = ${term}::uuid)`);
  else add(matching(search, ['s.subject']));
  return conditions;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Row = {
  id: Id<'audit'>;
  seq: number;
  at: Instant;
  actorId: Id<'member'> | null;
  actorName: string | null;
  action: string;
  kind: string;
  subjectId: Id;
  subject: string | null;
  before: unknown;
  after: unknown;
  sealedAt: Instant;
  hash: string;
  /** Of what its page shows, null if that is gone. */
  pageId: Id | null;
  parentId: Id | null;
};

/** Selects a page's links first and joins their entities afterward. */
async function readRows(
  db: Db,
  subjects: Subjects,
  links: RawBuilder<unknown>,
  newestFirst = alongChain.newestFirst,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.audit_id as id, s.seq, s.at, s.actor_id as "actorId", m.display_name as "actorName",
      s.action, s.entity_kind as kind, s.entity_id as "subjectId", s.subject,
      a.before,
      -- Not the hashes of all records that an erasure changed.
      case s.action when 'member.erase' then a.after - 'erased' else a.after end as after,
      s.sealed_at as "sealedAt", s.hash,
      ${subjects.pageId} as "pageId", ${subjects.parentId} as "parentId"
    from (${links}) s
    left join audit a on a.chapter_id = s.chapter_id and a.id = s.audit_id
    left join member m on m.chapter_id = s.chapter_id and m.id = s.actor_id
    order by ${newestFirst}`.execute(db);
  return rows;
}

type DescribedRecord = Omit<AuditRecord, 'hasMoreChanges'> & { changes: Change[] };

async function toRecords(
  db: Db,
  scope: ChapterScope,
  subjects: Subjects,
  rows: readonly Row[],
): Promise<DescribedRecord[]> {
  const ids = new Set((await mapInTurns(rows, collectIds)).flat());
  const { fields } = subjects;
  const naming = { fields, ...(await findNames(db, scope, subjects, [...ids])) };
  return mapInTurns(rows, (row) => ({
    id: row.id,
    seq: row.seq,
    at: row.at,
    actor: row.actorId === null ? null : { id: row.actorId, name: row.actorName ?? '' },
    action: row.action,
    kind: row.kind,
    subjectId: row.subjectId,
    subject: row.subject,
    about: describeSubject(row, fields),
    changes: describeChanges(row, naming),
    link: toLink(row, subjects),
  }));
}

function describeSubject({ kind, before, after }: Row, fields: AuditFields): string | null {
  const record = after ?? before;
  const about = fields[kind]?.about;
  return about && typeof record === 'object' && record !== null ? about(record) : null;
}

async function findNames(
  db: Db,
  { chapterId, timeZone }: ChapterScope,
  subjects: Subjects,
  ids: readonly Id[],
): Promise<Omit<NameLookup, 'fields'>> {
  // Ids may belong to any entity, so every table is asked.
  const { rows } = await subjects.selectNames(chapterId, ids).execute(db);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const currencies = new Map(
    rows.flatMap(({ id, currency }) => (currency === null ? [] : [[id, currency as Currency]])),
  );
  return {
    nameOf: (id) => names.get(id),
    getCurrency: (id) => currencies.get(id),
    timeZone,
  };
}

function toLink({ kind, pageId: id, parentId }: Row, subjects: Subjects): AuditRecord['link'] {
  const to = subjects.findPage(kind);
  return to === null || id === null ? null : { to, id, parentId };
}
