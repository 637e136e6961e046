import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useCloseWhenMissing } from '#web/screen/overlays.tsx';
import { toastError } from './toast-error.ts';

/** Closes a dialog and shows the reason, if there is one. */
export function useCloseWithReason(reason: string | undefined, overlay: OverlayProps): void {
  useCloseWhenMissing(reason !== undefined, overlay, () => toastError(reason ?? ''));
}
