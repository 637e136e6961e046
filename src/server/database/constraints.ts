/** Constraints of the database that say no to a person: broken, they are refusals and no bugs. */
import pg from 'pg';
import { ok, type Refused, type Result } from '#kit/result.ts';

/** The constraint that a statement broke. */
export function getConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** What a failed statement means to the person who asked for it; undefined for a bug or an outage. */
export type RefusalOf = (error: unknown) => Refused | undefined;

export function constraintRefusal(constraint: string, refused: Refused): RefusalOf {
  return (error) => (getConstraint(error) === constraint ? refused : undefined);
}

/** Does the work, or tells the refusal that its failure means. */
export async function catchRefusal(
  refusalOf: RefusalOf,
  work: () => Promise<unknown>,
): Promise<Result<undefined>> {
  try {
    await work();
    return ok(undefined);
  } catch (error) {
    const refused = refusalOf(error);
    if (refused) return refused;
    throw error;
  }
}
