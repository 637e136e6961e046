import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useCloseWhenMissing } from '#web/screen/overlays.tsx';
import { toastFailure } from './toast-failure.ts';

/** Closes a dialog and shows the reason, if there is one. */
export function useCloseWithReason(reason: string | undefined, overlay: OverlayProps): void {
  useCloseWhenMissing(reason !== undefined, overlay, () => toastFailure(reason ?? ''));
}
