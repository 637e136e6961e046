import type { Id } from '#kit/id.ts';
import { callQuery } from '#web/api/call-query.ts';
import { doorCalls } from '../../door/door-contract.ts';
import { doorKey } from '../../keys.ts';

export function doorQuery(occurrenceId: Id<'occurrence'>) {
  return callQuery([...doorKey, occurrenceId], doorCalls.list, { params: { occurrenceId } });
}
