import { expect, test } from 'vitest';
import { onToast, onWaitingToast, type ToastMessage, toast } from './toast.ts';

test('messages shown before the viewport exists reach it once and in order', () => {
  let wakeCount = 0;
  const stopWaiting = onWaitingToast(() => {
    wakeCount += 1;
  });
  const action = { label: 'Undo', onPress: () => {} };
  toast.success({ title: 'First', action });
  toast.error({ title: 'Error', description: 'API request failed: 409 Conflict' });

  const received: ToastMessage[] = [];
  const stop = onToast((message) => received.push(message));
  toast.info('Third');
  stop();
  stopWaiting();

  expect(wakeCount).toBe(2);
  expect(received).toEqual([
    { kind: 'success', title: 'First', action },
    { kind: 'error', title: 'Error', description: 'API request failed: 409 Conflict' },
    { kind: 'info', title: 'Third' },
  ]);
});
