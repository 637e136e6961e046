import { useState } from 'react';
import { newId } from '../api/new-id.ts';

/**
 * One intent of a person, however often it is sent: pressing twice, trying again after a failure.
 * `keyFor(payload)` is the idempotency key of the call; the same payload keeps its key until `done`.
 */
export type Intent = {
  keyFor(payload: unknown): string;
  /** After success: the next press means another one. */
  done(): void;
};

export function newIntent(): Intent {
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

/** The intent of a form or a button, for as long as it is on the screen. */
export function useIntent(): Intent {
  const [intent] = useState(newIntent);
  return intent;
}
