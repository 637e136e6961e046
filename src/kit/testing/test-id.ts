import type { Id } from '../id.ts';

/** An id for tests by its text: of the kind that is asked for there, or of any. */
export function testId<Kind extends string = never>(text: string): Id<Kind> {
  return text as Id<Kind>;
}
