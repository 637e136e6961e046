import { describe, expect, it } from 'vitest';
import { newIdempotencyKey } from './idempotency-key.ts';

describe('idempotency key', () => {
  it('stays the same however often a payload is sent', () => {
    const idempotency = newIdempotencyKey();
    expect(idempotency.keyFor({ amount: 5 })).toBe(idempotency.keyFor({ amount: 5 }));
  });

  it('differs for another payload', () => {
    const idempotency = newIdempotencyKey();
    expect(idempotency.keyFor({ amount: 5 })).not.toBe(idempotency.keyFor({ amount: 6 }));
  });

  it('is the same when a payload is sent again after another one', () => {
    const idempotency = newIdempotencyKey();
    const first = idempotency.keyFor({ amount: 5 });
    idempotency.keyFor({ amount: 6 });
    expect(idempotency.keyFor({ amount: 5 })).toBe(first);
  });

  it('differs for the same payload after success', () => {
    const idempotency = newIdempotencyKey();
    const first = idempotency.keyFor({ amount: 5 });
    idempotency.done();
    expect(idempotency.keyFor({ amount: 5 })).not.toBe(first);
  });
});
