/** Counts events by key within windows of time. */
export type Counter = {
  /** Seconds until one more is allowed for the key; 0 if it is now. */
  wait(key: string): number;
  add(key: string): void;
  /** Takes back an event that turned out not to count. */
  subtract(key: string): void;
};

type Window = { count: number; readonly endsAt: number };

/**
 * `clock` is monotonic: a wall clock put back by an hour would prolong every window by an hour. When
 * there are too many keys, one whose window has ended makes room, else the oldest that is not at its
 * limit: no one can flush a limit by filling the memory with other keys.
 */
export function createCounter(
  { max, seconds, maxKeys = 20_000 }: { max: number; seconds: number; maxKeys?: number },
  clock: () => number = () => performance.now(),
): Counter {
  const windows = new Map<string, Window>();

  function find(key: string): Window | undefined {
    const window = windows.get(key);
    return window && window.endsAt > clock() ? window : undefined;
  }

  function makeRoom(): void {
    if (windows.size < maxKeys) return;
    const now = clock();
    for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
    if (windows.size < maxKeys) return;
    const oldest = windows.entries().find(([, { count }]) => count < max) ?? [...windows][0];
    if (oldest) windows.delete(oldest[0]);
  }

  return {
    wait(key) {
      const window = find(key);
      if (window === undefined || window.count < max) return 0;
      return Math.max(1, Math.ceil((window.endsAt - clock()) / 1_000));
    },
    add(key) {
      const window = find(key);
      if (window) {
        window.count += 1;
        return;
      }
      windows.delete(key);
      makeRoom();
      windows.set(key, { count: 1, endsAt: clock() + seconds * 1_000 });
    },
    subtract(key) {
      const window = find(key);
      if (window && window.count > 0) window.count -= 1;
    },
  };
}
