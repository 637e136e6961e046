import { expect, test } from 'vitest';
import { onToast, onWaitingToast, type ToastMessage, toast } from './toast.ts';

test('what is said before a viewport is there is heard by it, once and in order', () => {
  let wakes = 0;
  const stopWaiting = onWaitingToast(() => {
    wakes += 1;
  });
  const action = { label: 'Undo', onPress: () => {} };
  toast.success({ title: 'First', action });
  toast.error({ title: 'Error', description: 'API request failed: 409 Conflict' });

  const heard: ToastMessage[] = [];
  const stop = onToast((message) => heard.push(message));
  toast.info('Third');
  stop();
  stopWaiting();

  expect(wakes).toBe(2);
  expect(heard).toEqual([
    { kind: 'success', title: 'First', action },
    { kind: 'error', title: 'Error', description: 'API request failed: 409 Conflict' },
    { kind: 'info', title: 'Third' },
  ]);
});
