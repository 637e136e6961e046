import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '#kit/endpoint.ts';
import { type CallOptions, call } from './call.ts';

/** A query of the reply of one call. */
export function callQuery<E extends Endpoint>(
  queryKey: QueryKey,
  endpoint: E,
  options: CallOptions<E>,
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(endpoint, { ...options, signal }),
  });
}
