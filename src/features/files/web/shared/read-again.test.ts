import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readFilesAgain } from './read-again.ts';

test('a file that is added during the first read is read, too', async () => {
  const client = new QueryClient();
  const queryKey = ['files'];
  const onServer = ['a'];
  const replies = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: async () => {
      const reply = [...onServer];
      await replies[reads++]?.promise;
      return reply;
    },
  });
  const stop = observer.subscribe(() => undefined);
  onServer.push('b');
  const again = readFilesAgain(client, queryKey);
  for (const { resolve } of replies) resolve();
  await again;
  expect(client.getQueryData(queryKey)).toEqual(['a', 'b']);
  expect(reads).toBe(2);
  stop();
});
