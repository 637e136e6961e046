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

  it('differs for the same payload after success', () => {
    const idempotency = newIdempotencyKey();
    const first = idempotency.keyFor({ amount: 5 });
    idempotency.done();
    expect(idempotency.keyFor({ amount: 5 })).not.toBe(first);
  });
});
