/** Health endpoints for load balancers and operators. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type BackupState, backupStates } from '#features/backups/backup-state.ts';
import { type Instant, instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { ok, refuse } from '#kit/result.ts';
import type { FiguresCheckState } from '#server/checks/figures.ts';
import { type FiguresSummary, summarizeFigures } from '#server/checks/reconciliation.ts';
import type { StorageWatch } from '#server/checks/storage.ts';
import { storageRefusals } from '#server/http/errors.ts';
import type { Api } from '#server/http/serve.ts';

/** Public, so it contains names of checks but no figures, ids or chapters. */
const readiness = z.object({
  status: z.literal('ready'),
  /**
   * Whether all figures add up. `differs`: they do not, and money operations are suspended where
   * they do not. `explained`: they do not, but the operator has explained all differences.
   * `pending`: this server has not checked yet since it started. `failed`: it could not.
   */
  reconciliation: z.enum(['pending', 'failed', 'exact', 'differs', 'explained']),
  /** `full` and `read-only`: reading works, and writes are refused with 503. */
  storage: z.enum(['fine', 'full', 'read-only']),
  /** Unexplained differences, and the checks that found them. */
  differences: z.int(),
  checks: z.array(z.string()),
  /**
   * The newest backup and whether that is as it should be. `late`: it is older than 26 hours. `failed`:
   * the last attempt failed. `unproven`: the last rehearsal of a restore failed, or there was none in
   * eight days. `pending`: the first is still to come. `off`: no server makes any.
   */
  backup: z.object({
    state: z.enum(backupStates),
    at: z.nullable(instant),
    /** When a rehearsal last restored one, with every row and figure as it was. */
    verifiedAt: z.nullable(instant),
  }),
});

export const operationCalls = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    tag: 'Operations',
    summary: 'Liveness: the server is running',
    policy: 'anyone',
    reply: z.object({ status: z.literal('alive') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    tag: 'Operations',
    summary:
      'Readiness: the database responds, is migrated and can be read (503 otherwise); also whether it can be written and its figures add up',
    policy: 'anyone',
    reply: readiness,
  }),
};

export type OperationServices = {
  /** Looks a caller up as every call does; throws if the database is unavailable. */
  probe: () => Promise<void>;
  /** Pending migrations; throws if the database is unavailable. */
  pendingMigrations: () => Promise<readonly string[]>;
  /** Whether this server has checked all figures since it started, or could not. */
  figuresCheck: () => FiguresCheckState;
  storage: StorageWatch;
  backups: () => Promise<{
    readonly state: BackupState;
    readonly at: Instant | null;
    readonly verifiedAt: Instant | null;
  }>;
};

export function operationRoutes(api: Api, services: OperationServices): void {
  api.serve(operationCalls.health, async () => ok({ status: 'alive' as const }));
  api.serve(operationCalls.ready, async ({ db }) => {
    const asked = Promise.all([services.probe(), services.pendingMigrations()]);
    const answer = await Promise.race([
      asked,
      sleep(maxReadyMilliseconds, undefined, { ref: false }),
    ]);
    if (answer === undefined) return silent;
    const [, missing] = answer;
    if (missing.length > 0) {
      return refuse('not-ready', 'not_migrated', `Not migrated: ${missing.join(', ')}`);
    }
    const trouble = services.storage.current();
    if (trouble === 'storage_damaged') return { ok: false, refusal: storageRefusals[trouble] };
    const summary = await summarizeFigures(db);
    const { state, at, verifiedAt } = await services.backups();
    return ok({
      status: 'ready' as const,
      reconciliation: verdict(summary, services.figuresCheck()),
      storage: trouble === undefined ? ('fine' as const) : storageStates[trouble],
      differences: summary.unexplained,
      checks: summary.checks,
      backup: { state, at, verifiedAt },
    });
  });
}

const storageStates = { storage_full: 'full', read_only: 'read-only' } as const;

/** A monitor should hear it before it gives up itself. */
const maxReadyMilliseconds = 3_000;

const silent = refuse('not-ready', 'database_unavailable', 'The database is not responding.');

/** The result of an earlier check holds until the next one; `pending` means unknown. */
function verdict({ unexplained, explained }: FiguresSummary, check: FiguresCheckState) {
  if (unexplained > 0) return 'differs';
  if (check !== 'done') return check;
  return explained > 0 ? 'explained' : 'exact';
}
