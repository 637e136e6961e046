import { useState } from 'react';
import { newId } from '../api/new-id.ts';

/**
 * The idempotency key of a form or a button: a double click or a retry sends the same key.
 * `keyFor(payload)` keeps its key for the same payload until `done`.
 */
export type IdempotencyKey = {
  keyFor(payload: unknown): string;
  /** After success: the next press is another request. */
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

/** For as long as the form or the button is on the screen. */
export function useIdempotencyKey(): IdempotencyKey {
  const [key] = useState(newIdempotencyKey);
  return key;
}
