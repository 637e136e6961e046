import { useState } from 'react';
import { newId } from '../api/new-id.ts';

/**
 * The idempotency key of a form or a button: a double click or a retry sends the same key.
 * `keyFor(payload)` keeps its key for the same payload until `done`.
 */
export type IdempotencyKey = {
  keyFor(payload: unknown): string;
  /** Call after success: the next press gets a new key. */
  done(): void;
};

export function newIdempotencyKey(): IdempotencyKey {
  let current: { key: string; payload: string } | undefined;
  return {
    keyFor(payload) {
      const text = JSON.stringify(payload) ?? '';
      if (current?.payload !== text) current = { key: newId(), payload: text };
      return current.key;
    },
    done() {
      current = undefined;
    },
  };
}

/** Lives as long as its component is mounted. */
export function useIdempotencyKey(): IdempotencyKey {
  const [key] = useState(newIdempotencyKey);
  return key;
}
