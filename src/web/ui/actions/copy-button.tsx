import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { copy } from './copy.tsx';
import { IconButton } from './icon-button.tsx';

/** Copies a value and shows a toast: '{label} copied to clipboard' or 'Failed to copy {label}'. */
export function CopyButton({
  value,
  label,
}: {
  value: string;
  /** Names the value: 'Wallet ID'. */
  label: string;
}) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [isCopied]);

  return (
    <IconButton
      label={`Copy ${label}`}
      icon={isCopied ? <Check className="text-owed" /> : <Copy />}
      onClick={() => void copy(value, label).then(setIsCopied)}
    />
  );
}
