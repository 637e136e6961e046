import { queryOptions } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { doorCalls } from '../../door/door-contract.ts';
import { doorKey } from '../../keys.ts';

export function doorQuery(occurrenceId: Id<'occurrence'>) {
  return queryOptions({
    queryKey: [...doorKey, occurrenceId],
    queryFn: ({ signal }) => call(doorCalls.list, { params: { occurrenceId }, signal }),
  });
}
