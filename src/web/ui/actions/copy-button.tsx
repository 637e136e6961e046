import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { toast } from '../overlays/toast.ts';
import { IconButton } from './icon-button.tsx';

/** Copies a value and shows a toast: '{label} copied to clipboard' or 'Failed to copy {label}'. */
export function CopyButton({
  value,
  label,
  failureMessage = `Failed to copy ${label}`,
  className,
}: {
  value: string;
  /** Names the value: 'Wallet ID'. */
  label: string;
  failureMessage?: string | undefined;
  className?: string | undefined;
}) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
      toast.success(`${label} copied to clipboard`);
    } catch {
      // Denied by the browser, or not available outside a secure context.
      toast.error(failureMessage);
    }
  };
  return (
    <IconButton
      label={`Copy ${label}`}
      icon={isCopied ? <Check className="text-owed" /> : <Copy />}
      onClick={() => void copy()}
      className={className}
    />
  );
}
