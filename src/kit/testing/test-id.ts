import type { Id } from '../id.ts';

/** An id for tests; assignable to the required kind, or to any. */
export function testId<Kind extends string = never>(text: string): Id<Kind> {
  return text as Id<Kind>;
}
