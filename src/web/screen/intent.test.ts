import { expect, it } from 'vitest';
import { newIntent } from './intent.ts';

it('an intent keeps its key however often it is sent', () => {
  const intent = newIntent();
  expect(intent.keyFor({ amount: 5 })).toBe(intent.keyFor({ amount: 5 }));
});

it('another payload is another intent', () => {
  const intent = newIntent();
  expect(intent.keyFor({ amount: 5 })).not.toBe(intent.keyFor({ amount: 6 }));
});

it('after success the same payload is meant anew', () => {
  const intent = newIntent();
  const first = intent.keyFor({ amount: 5 });
  intent.done();
  expect(intent.keyFor({ amount: 5 })).not.toBe(first);
});
