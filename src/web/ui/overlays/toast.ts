/** An action offered while the toast is visible; never the only way to do it. */
type ToastAction = { label: string; onPress: () => void };
type ToastDetails = {
  title: string;
  description?: string | undefined;
  action?: ToastAction | undefined;
};
export type ToastContent = string | ToastDetails;
export type ToastKind = 'success' | 'error' | 'info';
export type ToastMessage = ToastDetails & { kind: ToastKind };

type Listener = (message: ToastMessage) => void;

const waiting: ToastMessage[] = [];
const listeners = new Set<Listener>();
let wake: (() => void) | undefined;

/**
 * Shows a message, which is also announced to assistive technology. Must not be the only report of a
 * failure. Can be called from anywhere; messages wait until the viewport is mounted.
 */
export const toast = {
  success: (content: ToastContent) => publish('success', content),
  error: (content: ToastContent) => publish('error', content),
  info: (content: ToastContent) => publish('info', content),
};

function publish(kind: ToastKind, content: ToastContent): void {
  const message = typeof content === 'string' ? { kind, title: content } : { kind, ...content };
  if (listeners.size === 0) {
    waiting.push(message);
    wake?.();
  }
  for (const listener of listeners) listener(message);
}

/** Receives every message, waiting ones first. Returns a function that unsubscribes. */
export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  for (const message of waiting.splice(0)) listener(message);
  return () => listeners.delete(listener);
}

/** Calls `listener` when a message waits for the viewport. Returns a function that unsubscribes. */
export function onWaitingToast(listener: () => void): () => void {
  wake = listener;
  if (waiting.length > 0) listener();
  return () => {
    wake = undefined;
  };
}
