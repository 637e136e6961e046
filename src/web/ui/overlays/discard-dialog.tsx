import { useBlocker } from '@tanstack/react-router';
import { AlertDialog } from './alert-dialog.tsx';

/**
 * Stands in a dialog with something entered that is saved nowhere. Back asks as every other way out
 * does, and Back in the question keeps editing; reloading or closing the page asks in the browser's
 * own words. What the app itself does with its history, as after saving, is never held up.
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
