/** The one thing that can be done about what is said, while it is; never the only way to it. */
export type ToastAction = { label: string; onPress: () => void };
type Words = {
  title: string;
  description?: string | undefined;
  action?: ToastAction | undefined;
};
export type ToastContent = string | Words;
export type ToastKind = 'success' | 'error' | 'info';
export type ToastMessage = Words & { kind: ToastKind };

type Listener = (message: ToastMessage) => void;

const waiting: ToastMessage[] = [];
const listeners = new Set<Listener>();
let wake: (() => void) | undefined;

/**
 * Says that something happened; announced to assistive technology. Never the only record of a
 * failure. May be called from anywhere; what is said before the viewport is there waits for it.
 */
export const toast = {
  success: (words: ToastContent) => say('success', words),
  error: (words: ToastContent) => say('error', words),
  info: (words: ToastContent) => say('info', words),
};

function say(kind: ToastKind, words: ToastContent): void {
  const message = typeof words === 'string' ? { kind, title: words } : { kind, ...words };
  if (listeners.size === 0) {
    waiting.push(message);
    wake?.();
  }
  for (const listener of listeners) listener(message);
}

/** Hears every message, those that waited first. Returns how to stop. */
export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  for (const message of waiting.splice(0)) listener(message);
  return () => listeners.delete(listener);
}

/** Calls when a message waits for a viewport that is not there yet. Returns how to stop. */
export function onWaitingToast(listener: () => void): () => void {
  wake = listener;
  if (waiting.length > 0) listener();
  return () => {
    wake = undefined;
  };
}
