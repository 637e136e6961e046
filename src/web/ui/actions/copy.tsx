import Copy from 'lucide-react/icons/copy';
import type { MenuAction } from '../overlays/menu-items.ts';
import { toast } from '../overlays/toast.ts';

/** Copies a value, and confirms it in a toast. Returns whether the browser allowed it. */
export async function copy(
  value: string,
  label: string,
  failureMessage = `Failed to copy ${label}`,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    toast.success(`${label} copied to clipboard`);
    return true;
  } catch {
    // Denied by the browser, or not available outside a secure context.
    toast.error(failureMessage);
    return false;
  }
}

/** The menu item for an id, which nobody reads: support and integrations ask for it. */
export function copyIdItem(...[value, label, failureMessage]: Parameters<typeof copy>): MenuAction {
  return {
    label: 'Copy ID',
    icon: <Copy />,
    onSelect: () => void copy(value, label, failureMessage),
  };
}
