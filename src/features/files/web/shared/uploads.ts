/** Files that were chosen, until they have arrived: a few are sent at a time, each may fail alone. */
import type { Id } from '#kit/id.ts';
import { newId } from '#web/api/new-id.ts';
import type { Prepared } from './prepare-picture.ts';
import type { FileToSend } from './send-file.ts';

export type Upload = {
  readonly id: Id<'file'>;
  readonly name: string;
  readonly preview: string | undefined;
  readonly state: 'waiting' | 'sending' | 'failed' | 'done';
  /** From 0 to 1. */
  readonly sent: number;
  readonly error: unknown;
};

type Progress = { readonly signal: AbortSignal; readonly onProgress: (sent: number) => void };

export type UploadWork = {
  readonly prepare: (file: File) => Promise<Prepared>;
  /** Called again after a failure: must go on, or do nothing twice. */
  readonly deliver: (file: FileToSend, progress: Progress) => Promise<unknown>;
  /** Called with what was delivered, in the order in which the files were chosen. */
  readonly attach?: (id: Id<'file'>) => Promise<unknown>;
  /** Whether those that have arrived leave the list, because another one shows them. */
  readonly forgetsArrived?: boolean;
};

export type Uploads = ReturnType<typeof createUploads>;

const maxSending = 2;

const isEnded = ({ state }: Upload) => state === 'done' || state === 'failed';

export function createUploads({ prepare, deliver, attach, forgetsArrived = false }: UploadWork) {
  const listeners = new Set<() => void>();
  const files = new Map<Id<'file'>, File>();
  const prepared = new Map<Id<'file'>, Prepared>();
  const sending = new Map<Id<'file'>, AbortController>();
  let uploads: readonly Upload[] = [];

  function show(next: readonly Upload[]): void {
    uploads = next;
    for (const listener of listeners) listener();
  }

  function change(id: Id<'file'>, to: Partial<Upload>): void {
    show(uploads.map((upload) => (upload.id === id ? { ...upload, ...to } : upload)));
  }

  function sendWaiting(): void {
    for (const { id, state, name } of uploads) {
      if (sending.size >= maxSending) return;
      const file = files.get(id);
      if (state === 'waiting' && file) void send(id, name, file);
    }
  }

  function when(isTrue: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!isTrue()) return;
        listeners.delete(check);
        resolve();
      };
      listeners.add(check);
      check();
    });
  }

  /** One that failed keeps no other waiting, nor once it is to be sent again: the others may have all the places. */
  function isNext(id: Id<'file'>): boolean {
    const earlier = uploads.slice(
      0,
      uploads.findIndex((upload) => upload.id === id),
    );
    return earlier.every(({ state }) => state !== 'sending');
  }

  function forget(id: Id<'file'>): void {
    files.delete(id);
    prepared.delete(id);
    show(uploads.filter((upload) => upload.id !== id));
  }

  async function send(id: Id<'file'>, name: string, file: File): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    sending.set(id, controller);
    change(id, { state: 'sending', error: undefined });
    try {
      const { content, preview } = prepared.get(id) ?? (await prepare(file));
      prepared.set(id, { content, preview });
      change(id, { preview });
      signal.throwIfAborted();
      const onProgress = (sent: number) => change(id, { sent });
      await deliver({ id, name, content }, { signal, onProgress });
      if (attach) {
        await when(() => signal.aborted || isNext(id));
        signal.throwIfAborted();
        await attach(id);
      }
      if (forgetsArrived) forget(id);
      else change(id, { state: 'done', sent: 1 });
    } catch (error) {
      // One that was canceled is in no list any more.
      change(id, { state: 'failed', error });
    }
    if (sending.get(id) === controller) sending.delete(id);
    sendWaiting();
  }

  return {
    read: () => uploads,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(chosen: readonly File[]): void {
      const added = chosen.map((file): Upload => {
        const id = newId<'file'>();
        files.set(id, file);
        const { name } = file;
        return { id, name, preview: undefined, state: 'waiting', sent: 0, error: undefined };
      });
      show([...uploads, ...added]);
      sendWaiting();
    },
    retry(id: Id<'file'>): void {
      change(id, { state: 'waiting', error: undefined });
      sendWaiting();
    },
    /** Cancels it if it is being sent. */
    remove(id: Id<'file'>): void {
      sending.get(id)?.abort();
      sending.delete(id);
      forget(id);
      sendWaiting();
    },
    cancelAll(): void {
      for (const controller of sending.values()) controller.abort();
    },
    /** Resolves when none is waiting or being sent. */
    async settle(): Promise<readonly Upload[]> {
      await when(() => uploads.every(isEnded));
      return uploads;
    },
  };
}
