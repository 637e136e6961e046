/**
 * A POST with an `Idempotency-Key` takes effect once per person: the reply is stored in the same
 * transaction as the work.
 */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import type { Tx } from './db.ts';

export type StoredReply = { status: number; etag: string | null; reply: string | null };

export type Claim = {
  chapterId: Id<'chapter'>;
  memberId: Id<'member'>;
  key: string;
  requestHash: string;
};

/** Reads the header: 1 to 200 visible ASCII characters, or absent. */
export function readIdempotencyKey(header: unknown): Result<string | undefined> {
  if (header === undefined) return ok(undefined);
  if (typeof header === 'string' && /^[\x21-\x7e]{1,200}$/.test(header)) return ok(header);
  return refuse(
    'malformed',
    'malformed_idempotency_key',
    'Idempotency-Key must be 1 to 200 visible characters',
  );
}

export function hashRequest(method: string, url: string, body: unknown): string {
  return hash('sha256', `${method} ${url}\n${JSON.stringify(body) ?? ''}`, 'base64url');
}

/**
 * The stored reply of an earlier request with this key, or undefined for the first. Refuses while
 * another request with the key is running (409) and a different request with a used key (422).
 */
async function claimKey(tx: Tx, claim: Claim): Promise<Result<StoredReply | undefined>> {
  const { chapterId, memberId, key, requestHash } = claim;
  const request = { chapter_id: chapterId, actor_id: memberId, key, request_hash: requestHash };
  const { rows } = await sql<Claimed>`
    select claimed, kept_status as status, kept_etag as etag, kept_reply as reply
    from claim(${JSON.stringify([request])})
  `.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a claim had no result');
  switch (row.claimed) {
    case 'seen':
      return ok({ status: row.status, etag: row.etag, reply: row.reply });
    case 'key_reused':
      return keyReused;
    case 'in_flight':
      return requestInFlight;
    case null:
      return ok(undefined);
    default:
      return row.claimed satisfies never;
  }
}

/** The result of a claim; null if the work should be done. */
type Claimed = StoredReply & { claimed: 'seen' | 'key_reused' | 'in_flight' | null };

export const requestInFlight = refuse(
  'conflict',
  'request_in_flight',
  'The same request is still in progress',
);

export const keyReused = refuse(
  'invalid',
  'idempotency_key_reused',
  'This Idempotency-Key was used for a different request',
);

/** Runs the work of the first request with this key; any other gets its reply. */
export async function withIdempotency(
  tx: Tx,
  claim: Claim | undefined,
  now: Instant,
  run: () => Promise<Result<StoredReply>>,
): Promise<Result<StoredReply>> {
  if (!claim) return run();
  const kept = await claimKey(tx, claim);
  if (!kept.ok) return kept;
  if (kept.value) return ok(kept.value);
  const result = await run();
  if (result.ok) await storeReply(tx, claim, result.value, now);
  return result;
}

async function storeReply(tx: Tx, claim: Claim, reply: StoredReply, now: Instant): Promise<void> {
  await tx
    .insertInto('idempotency_key')
    .values({
      chapter_id: claim.chapterId,
      member_id: claim.memberId,
      key: claim.key,
      request_hash: claim.requestHash,
      ...reply,
      created_at: now,
    })
    .execute();
}
