import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useCloseWhenMissing } from '#web/screen/overlays.tsx';
import { toastFailure } from './failure-words.ts';

/** Closes a dialog that cannot be shown, and says why; without a reason it stays. */
export function useCloseBecause(why: string | undefined, overlay: OverlayProps): void {
  useCloseWhenMissing(why !== undefined, overlay, () => toastFailure(why ?? ''));
}
