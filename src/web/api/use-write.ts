import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * A write after which everything below the key is read again; also if it failed, because the server may have done it,
 * or someone else something else.
 */
export function useWrite<Input, Reply>(
  queryKey: QueryKey,
  mutationFn: (input: Input) => Promise<Reply>,
) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey }) });
}
