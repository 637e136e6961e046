/** Database constraints whose violation is a refusal and not a bug. */
import pg from 'pg';
import { ok, type Refused, type Result } from '#kit/result.ts';

/** The constraint that a statement violated. */
export function getConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** The refusal for a failed statement; undefined for a bug or an outage. */
export type ToRefusal = (error: unknown) => Refused | undefined;

export function constraintRefusal(constraint: string, refused: Refused): ToRefusal {
  return (error) => (getConstraint(error) === constraint ? refused : undefined);
}

/** Runs the work and converts expected failures to refusals. */
export async function catchRefusal(
  toRefusal: ToRefusal,
  work: () => Promise<unknown>,
): Promise<Result<undefined>> {
  try {
    await work();
    return ok(undefined);
  } catch (error) {
    const refused = toRefusal(error);
    if (refused) return refused;
    throw error;
  }
}
