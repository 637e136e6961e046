import { expect, test } from 'vitest';
import { onToast, type ToastMessage } from '../ui/overlays/toast.ts';
import { noteDayLeft } from './day-left.ts';

test('a day that is nearly used up is reported once, and again on the next', () => {
  const shown: ToastMessage[] = [];
  const stop = onToast((message) => void shown.push(message));
  const note = (headers: Record<string, string>) => noteDayLeft(new Response('', { headers }));
  note({});
  expect(shown).toEqual([]);
  note({ ratelimit: '"day";r=9400000;t=0' });
  expect(shown).toMatchObject([{ kind: 'info', description: expect.stringContaining('9 MB') }]);
  note({ ratelimit: '"day";r=9300000;t=3600' });
  note({ ratelimit: '"day";r=9200000;t=3599' });
  expect(shown).toHaveLength(2);
  stop();
});
