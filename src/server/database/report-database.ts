/**
 * A standby that reports may be read from. It lags, and may be missing: then the primary answers, and
 * for a while the standby is not asked, so that no one waits for it again and again.
 */
import type { Result } from '#kit/result.ts';
import { connect, type Db, databaseErrorCode } from './db.ts';

export type ReportDatabase = {
  /** Undefined if the primary has to be asked: no answer, or a refusal, which may be for lag alone. */
  read<T>(work: (db: Db) => Promise<Result<T>>): Promise<Result<T> | undefined>;
  close(): Promise<void>;
};

const poolSize = 4;
/** A report may take longer than a request elsewhere: it holds up no one's writes. */
const statementLimitMilliseconds = 15_000;
/** Maximum wait for an unreachable standby before falling back to the primary. */
const maxWaitMilliseconds = 1_000;
const restMilliseconds = 30_000;

export function openReportDatabase(
  url: string,
  log: { warn(message: string): void },
  now: () => number = () => performance.now(),
): ReportDatabase {
  const { db, close } = connect(url, {
    poolSize,
    maxWaitMilliseconds,
    maxAnswerMilliseconds: statementLimitMilliseconds + 2_000,
    settings: { statement_timeout: `${statementLimitMilliseconds}ms` },
  });
  let restsUntil = 0;
  return {
    close,
    async read(work) {
      if (now() < restsUntil) return undefined;
      try {
        const result = await work(db);
        return result.ok ? result : undefined;
      } catch (error) {
        const code = databaseErrorCode(error) ?? '';
        // A statement that took too long would on the primary, too, and hold up others there.
        if (code === '57014') throw error;
        if (!isAboutOneCall(code)) {
          restsUntil = now() + restMilliseconds;
          log.warn(
            `The standby for reports does not answer (${code || 'no code'}); the primary does`,
          );
        }
        return undefined;
      }
    },
  };
}

/** Says nothing about the next call. */
function isAboutOneCall(code: string): boolean {
  // Replaying removed what the statement still saw, or has yet to bring the newest migration.
  return code === '40001' || code.startsWith('42');
}
