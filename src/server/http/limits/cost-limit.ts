/**
 * What one person's writes may cost: the size of what they send and the rows they make, because one
 * request can be worth a thousand others.
 */
import { plural } from '#kit/counts.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import { ok, type Result, refuse } from '#kit/result.ts';

export type CostLimit = {
  /** 429 if earlier writes have used up the budget. Reads and strangers are limited by their number. */
  chargeRequest(
    personId: string | undefined,
    endpoint: Pick<Endpoint, 'method'>,
    bodyBytes: number,
  ): Result<undefined>;
  /** After the work: rows are known only then. */
  chargeRows(personId: string | undefined, rows: number): void;
};

/** A minute's worth: 600 writes of up to 4 KB, 65 of 32 KB, or 48,000 rows. */
export const maxUnits = 600;
const unitsPerMillisecond = maxUnits / 60_000;
const bytesOfUnit = 4_096;
const rowsOfUnit = 80;
const maxPeople = 20_000;

export function createCostLimit(
  isOn: boolean,
  now: () => number = () => performance.now(),
): CostLimit {
  const accounts = new Map<string, { left: number; at: number }>();

  /** Refilled by the time since the last charge; nobody can save up more than a minute's worth. */
  function read(personId: string): { left: number; at: number } {
    const known = accounts.get(personId);
    if (!known) return { left: maxUnits, at: now() };
    const refilled = known.left + (now() - known.at) * unitsPerMillisecond;
    return { left: Math.min(maxUnits, refilled), at: now() };
  }

  function write(personId: string, account: { left: number; at: number }): void {
    // The least recently charged goes first, which is full again after a minute.
    accounts.delete(personId);
    accounts.set(personId, account);
    if (accounts.size <= maxPeople) return;
    const [oldest] = accounts.keys();
    if (oldest !== undefined) accounts.delete(oldest);
  }

  return {
    chargeRequest(personId, { method }, bodyBytes) {
      if (!isOn || personId === undefined || method === 'GET') return ok(undefined);
      const account = read(personId);
      const units = Math.max(1, Math.ceil(bodyBytes / bytesOfUnit));
      if (account.left < units) {
        const missing = units - account.left;
        const retryAfterSeconds = Math.ceil(missing / unitsPerMillisecond / 1_000);
        return refuse(
          'too-many',
          'too_many_requests',
          `Too many requests. Try again in ${plural(retryAfterSeconds, 'second')}.`,
          { details: { retryAfterSeconds } },
        );
      }
      write(personId, { ...account, left: account.left - units });
      return ok(undefined);
    },
    chargeRows(personId, rows) {
      if (!isOn || personId === undefined || rows === 0) return;
      const account = read(personId);
      write(personId, { ...account, left: account.left - rows / rowsOfUnit });
    },
  };
}
