import { useBlocker } from '@tanstack/react-router';
import { AlertDialog } from './alert-dialog.tsx';

/**
 * Asks before a dialog with unsaved changes is closed. Back asks like every other way to close, and a
 * second Back keeps editing; on reloading or closing the page the browser itself asks. The app's own
 * navigation, as after saving, is never blocked.
 */
export function DiscardDialog({
  open,
  onOpenChange,
  onDiscard,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDiscard: () => void;
}) {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      const isBack = action === 'BACK';
      if (isBack) onOpenChange(!open);
      return isBack;
    },
  });
  return (
    <AlertDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="Discard your changes?"
      description="They haven't been saved."
      cancelLabel="Keep Editing"
      confirmLabel="Discard"
      onConfirm={onDiscard}
    />
  );
}
