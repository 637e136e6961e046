/**
 * The audit log as a hash chain (migrations/0107_audit.sql): every record is linked to the
 * previous one shortly after it was written, so that writers do not wait for each other.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import { type Id, toId } from '#kit/id.ts';
import { forEachChapter } from '../checks/each-chapter.ts';
import type { Log } from '../config/log.ts';
import type { Db } from '../database/db.ts';
import { withLongTimeout } from '../database/with-client.ts';

const millisecondsBetween = 1_000;
/** Keeps each transaction and its lock at about ten milliseconds. */
const maxBatchSize = 1_000;

/**
 * The end of a chapter's chain. Noted elsewhere, it proves that nothing before it was rewritten.
 */
export type AuditHead = {
  readonly chapterId: Id<'chapter'>;
  readonly seq: number;
  readonly hash: string;
};

export type AuditBreak = {
  readonly chapterId: Id<'chapter'>;
  /** Null for a record that is not in the chain. */
  readonly seq: number | null;
  readonly recordId: Id<'audit'> | null;
  readonly problem: string;
};

/** Links the waiting records of one chapter. A standby shows those that the primary has linked. */
export async function sealAudit(db: Db, chapterId: Id<'chapter'>, now: Instant): Promise<void> {
  let sealed = maxBatchSize;
  while (sealed === maxBatchSize) {
    const { rows } = await sql<{ sealed: number }>`
      select hub.seal_audit(${chapterId}::uuid, ${now}::timestamptz, ${maxBatchSize}) as sealed
      where not pg_is_in_recovery()
    `.execute(db);
    sealed = rows[0]?.sealed ?? 0;
  }
}

/**
 * So that what was just done is listed at once. While the chapter moves, nothing is done in it, and in the
 * end its chain is being removed.
 */
export async function sealForReader(
  db: Db,
  { chapterId, isResting }: Pick<MemberCaller, 'chapterId' | 'isResting'>,
  now: Instant,
): Promise<void> {
  if (!isResting) await sealAudit(db, chapterId, now);
}

export type Sealing = {
  readonly db: Db;
  readonly log: Log;
  readonly clock: () => Instant;
  readonly signal: AbortSignal;
};

/** Links new records every second until the server stops; does nothing if nothing was committed. */
export async function sealUntilDone({ db, log, clock, signal }: Sealing): Promise<void> {
  let seen: string | undefined;
  while (!signal.aborted) {
    try {
      const snapshot = await readSnapshot(db);
      if (snapshot !== seen) {
        const waiting = await db.selectFrom('audit_waiting').select('chapter_id').execute();
        for (const { chapter_id: chapterId } of waiting) await sealAudit(db, chapterId, clock());
        seen = snapshot;
      }
    } catch (error) {
      // Another server may be sealing; waiting records are linked in the next round.
      if (!signal.aborted)
        log.debug({ err: error }, 'The audit log was not sealed; retrying in a second');
    }
    await sleep(millisecondsBetween, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** Changes with every commit. */
async function readSnapshot(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ snapshot: string }>`
    select pg_current_snapshot()::text as snapshot`.execute(db);
  return rows[0]?.snapshot;
}

/**
 * Links waiting records, then verifies every link of every chain, or with `isWhole: false` those that came since a
 * chain was last found whole, if that was within the week and nothing before them changed. A noted head that no longer
 * exists is a break, too.
 */
export async function checkAudit(
  url: string,
  now: Instant,
  noted: readonly AuditHead[] = [],
  { isWhole = true, signal }: { readonly isWhole?: boolean; readonly signal?: AbortSignal } = {},
): Promise<{ breaks: AuditBreak[]; heads: AuditHead[] }> {
  return withLongTimeout(
    url,
    async (client) => {
      await client.query(
        'select hub.seal_audit(chapter_id, $1, 2147483647) from hub.audit_waiting',
        [now],
      );
      const broken: BreakRow[] = [];
      const chapters = await client.query<{ id: string }>(
        `select chapter_id as id from hub.audited_chapter where ${isWhole ? 'true' : 'is_due'} order by 1`,
      );
      const ids = chapters.rows.map(({ id }) => id);
      await forEachChapter(ids, signal, async (id) => {
        const { rows } = await client.query<BreakRow>(
          'select $1::uuid as chapter_id, * from hub.check_audit($1, $2) order by seq, audit_id',
          [id, isWhole],
        );
        broken.push(...rows);
      });
      const missed = await client.query(
        `select n.chapter_id, n.seq, s.audit_id, 'it is not the one that was noted' as problem
        from json_to_recordset($1) as n (chapter_id uuid, seq bigint, hash text)
        left join hub.audit_seal s on s.chapter_id = n.chapter_id and s.seq = n.seq
        where s.hash is distinct from n.hash and n.seq > 0`,
        [
          JSON.stringify(
            noted.map(({ chapterId, ...head }) => ({ ...head, chapter_id: chapterId })),
          ),
        ],
      );
      const heads = await client.query(
        'select chapter_id, seq, hash from hub.audit_head where seq > 0 order by 1',
      );
      return {
        breaks: [...broken, ...missed.rows].map(toBreak),
        heads: heads.rows.map((row) => ({
          chapterId: row.chapter_id,
          seq: Number(row.seq),
          hash: row.hash,
        })),
      };
    },
    signal,
  );
}

type BreakRow = {
  chapter_id: Id<'chapter'>;
  seq: string | null;
  audit_id?: Id<'audit'> | null;
  problem: string | null;
};

function toBreak(row: BreakRow): AuditBreak {
  return {
    chapterId: row.chapter_id,
    seq: row.seq === null ? null : Number(row.seq),
    recordId: row.audit_id ?? null,
    problem: row.problem ?? '',
  };
}

/** Runs nightly, on what is new, and logs breaks: someone bypassed every rule of the database. */
export async function checkAuditAndReport(work: {
  readonly appUrl: string;
  readonly log: Log;
  readonly clock: () => Instant;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { breaks, heads } = await checkAudit(work.appUrl, work.clock(), [], {
    isWhole: false,
    signal: work.signal,
  });
  for (const found of breaks.slice(0, 1_000))
    work.log.error(found, 'The audit log was tampered with');
  for (const head of heads) work.log.info(head, 'The audit log ends here');
}

/** The format in which `hub reconcile` prints and reads heads. */
export const formatHead = ({ chapterId, seq, hash }: AuditHead) => `${chapterId}/${seq}/${hash}`;

export function parseHead(text: string): AuditHead | undefined {
  const [, chapterId, seq, hash] = /^([0-9a-f-]{36})\/(\d{1,15})\/([0-9a-f]{64})$/.exec(text) ?? [];
  return chapterId && seq && hash
    ? { chapterId: toId(chapterId), seq: Number(seq), hash }
    : undefined;
}
