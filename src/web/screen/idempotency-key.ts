import { useState } from 'react';
import { newId } from '../api/new-id.ts';

/**
 * The idempotency key of a form or a button: a double click or a retry sends the same key.
 * `keyFor(payload)` keeps its key for the same payload until `done`, also when others are sent between:
 * a payload whose reply was lost may have been saved.
 */
export type IdempotencyKey = {
  keyFor(payload: unknown): string;
  /** Call after success: the next press gets a new key. */
  done(): void;
};

export function newIdempotencyKey(): IdempotencyKey {
  const keys = new Map<string, string>();
  return {
    keyFor(payload) {
      const text = JSON.stringify(payload) ?? '';
      const key = keys.get(text) ?? newId();
      keys.set(text, key);
      return key;
    },
    done() {
      keys.clear();
    },
  };
}

/** Lives as long as its component is mounted. */
export function useIdempotencyKey(): IdempotencyKey {
  const [key] = useState(newIdempotencyKey);
  return key;
}
