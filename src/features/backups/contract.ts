/** The backups of the installation, for its admins. */
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { backupStates } from './backup-state.ts';

const attempt = z.object({
  id: id<'backup'>(),
  /** When it was begun; what a backup holds is of a moment shortly after. */
  at: instant,
  /** `interrupted` is found out by the next attempt. */
  status: z.enum(['running', 'whole', 'failed', 'removed']),
  /** The name of its file in the folder of the backups. */
  file: z.string(),
  isEncrypted: z.boolean(),
  bytes: z.nullable(z.int()),
  rows: z.nullable(z.int()),
  failure: z.nullable(z.string()),
  rehearsedAt: z.nullable(instant),
  rehearsalFailure: z.nullable(z.string()),
});
export type BackupAttempt = z.output<typeof attempt>;

const overview = z.object({
  state: z.enum(backupStates),
  /** Whether an admin has to do something: never of the demo. */
  isTrouble: z.boolean(),
  at: z.nullable(instant),
  verifiedAt: z.nullable(instant),
  /** A code of the last attempt, or of the last rehearsal. */
  failure: z.nullable(z.string()),
  rehearsalFailure: z.nullable(z.string()),
  /** Whether this server makes backups. */
  mayBackUp: z.boolean(),
  /** One was asked for, or is being made. */
  isUnderWay: z.boolean(),
  /** The newest attempts. */
  attempts: z.array(attempt),
});
export type BackupOverview = z.output<typeof overview>;

const tag = 'Installation';

export const backupCalls = {
  overview: endpoint({
    method: 'GET',
    path: '/installation/backups',
    tag,
    summary: 'Report how old the newest backup is, and list the newest attempts',
    policy: 'installation-admin',
    reply: overview,
  }),
  /** 409 `backups_off` unless the server makes backups. Harmless while one is under way. */
  backUp: endpoint({
    method: 'POST',
    path: '/installation/backups',
    tag,
    summary: 'Back up soon, besides the nightly backups',
    policy: 'installation-admin',
    status: 204,
  }),
};
