import { ok, refuse } from '#kit/result.ts';
import { inTransaction } from '#server/database/db.ts';
import type { Api } from '#server/http/serve.ts';
import { isJobUnderWay } from '#server/jobs/queue-jobs.ts';
import type { BackupFacts } from '../backup-state.ts';
import { backupCalls } from '../contract.ts';
import { isTrouble } from '../state-words.ts';
import { backUpJob, queueBackup } from './queue-backup.ts';
import { listAttempts, summarizeBackups } from './store.ts';

export type BackupRouteOptions = Pick<BackupFacts, 'isConfigured' | 'since'> & {
  readonly isDemo: boolean;
};

export function backupRoutes(api: Api, { isDemo, ...server }: BackupRouteOptions): void {
  api.serve(backupCalls.overview, async ({ db, now }) => {
    const summary = await summarizeBackups(db, server, now);
    return ok({
      ...summary,
      isTrouble: isTrouble(summary.state) || (summary.state === 'off' && !isDemo),
      mayBackUp: server.isConfigured,
      // Where no server makes any, what is queued waits in vain.
      isUnderWay: summary.state !== 'off' && (await isJobUnderWay(db, backUpJob)),
      attempts: await listAttempts(db),
    });
  });

  api.serve(backupCalls.backUp, async ({ db, newId }) => {
    if (!server.isConfigured) {
      return refuse(
        'conflict',
        'backups_off',
        'Backups are off. Whoever runs this server can turn them on by setting BACKUP_DIR.',
      );
    }
    return inTransaction(db, async (tx) =>
      (await queueBackup(tx, newId)) ? ok(undefined) : justStarted,
    );
  });
}

const justStarted = refuse(
  'not-ready',
  'jobs_not_started',
  'The server has just started. Try again in a minute.',
);
