/** Sends presses at the door one after another, and keeps them while the server cannot be reached. */
import { CallError } from '#web/api/call-error.ts';
import type { ChangeOutcome } from '../../door/attendance.ts';
import type { DoorPerson } from '../../door/door-contract.ts';
import {
  type DoorPress,
  formatPending,
  markTried,
  type PendingChange,
  parsePending,
  queueChange,
  settleChange,
} from '../../door/pending-changes.ts';

type Reply = { readonly outcome: ChangeOutcome; readonly person: DoorPerson };

export type DoorQueueOptions = {
  readonly read: () => string | undefined;
  readonly write: (kept: string) => void;
  readonly send: (change: PendingChange & { readonly seenVersion: number }) => Promise<Reply>;
  readonly isOnline: () => boolean;
  /** The server replied; `change` was overtaken if someone else was first. */
  readonly onReply: (change: PendingChange, reply: Reply) => void;
  /** The server refused the change, which is dropped. */
  readonly onRefused: (change: PendingChange, error: CallError) => void;
};

export type DoorQueue = ReturnType<typeof createDoorQueue>;

export function createDoorQueue(options: DoorQueueOptions) {
  let pending = parsePending(options.read());
  let isSending = false;
  const listeners = new Set<() => void>();

  const set = (next: readonly PendingChange[]) => {
    pending = next;
    options.write(formatPending(next));
    for (const listener of listeners) listener();
  };

  /** Sends what is pending until there is no more or the server cannot be reached. */
  async function flush(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (let next = pending[0]; next && options.isOnline(); next = pending[0]) {
        if (!(await sendOne(next))) break;
      }
    } finally {
      isSending = false;
    }
  }

  /** False if it stays pending. */
  async function sendOne(change: PendingChange): Promise<boolean> {
    set(markTried(pending, change.changeId));
    try {
      const reply = await options.send({ ...change, seenVersion: change.seenVersion ?? 0 });
      const version = reply.person.attendance?.version ?? 0;
      options.onReply(change, reply);
      set(settleChange(pending, change.changeId, { outcome: reply.outcome, version }));
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!isFinal(error)) return false;
      set(settleChange(pending, change.changeId, { outcome: 'refused', version: 0 }));
      options.onRefused(change, error);
      return true;
    }
  }

  return {
    press(person: DoorPerson, press: DoorPress): void {
      set(queueChange(pending, person, press));
      void flush();
    },
    flush,
    getPending: () => pending,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A refusal that would be the same again; not that of an ended session or a busy server. */
function isFinal({ status }: CallError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}
