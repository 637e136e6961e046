/** Retiring the installation secret on purpose, because it was lost or has leaked. */
import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/db.ts';
import { decrypt, encrypt } from '../shared/encryption.ts';
import { secondFactorKey } from '../shared/second-factor-key.ts';
import { replaceCheck } from './check-secret.ts';

export type RetiredBySecret = {
  readonly sessions: number;
  readonly signingKeys: number;
  /** Encrypted again: nobody has to set them up anew. */
  readonly keptApps: number;
  readonly removedApps: number;
  readonly recoveryCodes: number;
};

/**
 * Ends every session and token, pending sign-in and reset link, and makes `next` the secret. Authenticator
 * apps stay if `previous` decrypts them; recovery codes are hashed with the secret and cannot. Passkeys,
 * invitations and calendar feeds do not depend on it.
 */
export function renewSecret(
  db: Db,
  { previous, next }: { previous: string | undefined; next: string },
): Promise<RetiredBySecret> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table auth.second_factor, auth.signing_key, auth.session in exclusive mode`.execute(
      tx,
    );
    const sessions = await count(tx, sql`delete from auth.session`);
    const signingKeys = await count(tx, sql`delete from auth.signing_key`);
    const recoveryCodes = await count(tx, sql`delete from auth.recovery_code`);
    await sql`delete from auth.challenge`.execute(tx);
    await sql`update auth.password_reset set used_at = now() where used_at is null`.execute(tx);
    const apps = await reencryptApps(tx, previous, next);
    await replaceCheck(tx, next);
    return { sessions, signingKeys, recoveryCodes, ...apps };
  });
}

async function reencryptApps(tx: Tx, previous: string | undefined, next: string) {
  const { rows } = await sql<{ id: string; encrypted: string }>`
    select account_id as id, secret as encrypted from auth.second_factor
  `.execute(tx);
  let keptApps = 0;
  for (const { id, encrypted } of rows) {
    const plain =
      previous === undefined ? undefined : decrypt(encrypted, secondFactorKey(previous, id));
    if (plain === undefined) {
      await sql`delete from auth.second_factor where account_id = ${id}`.execute(tx);
      continue;
    }
    const again = encrypt(plain, secondFactorKey(next, id));
    await sql`update auth.second_factor set secret = ${again} where account_id = ${id}`.execute(tx);
    keptApps += 1;
  }
  return { keptApps, removedApps: rows.length - keptApps };
}

async function count(tx: Tx, statement: ReturnType<typeof sql>): Promise<number> {
  return Number((await statement.execute(tx)).numAffectedRows ?? 0);
}
