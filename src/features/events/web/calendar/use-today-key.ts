import { useEffectEvent, useLayoutEffect } from 'react';
import { allowsSingleKeys, isDialogOpen } from '#web/screen/single-keys.ts';

/** The key T, a single-key shortcut. */
export function useTodayKey(onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key.toLowerCase() !== 't' || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
    if (allowsSingleKeys(target) && !isDialogOpen()) onPress();
  });
  // Before the screen is painted: a key pressed right after it would be lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
