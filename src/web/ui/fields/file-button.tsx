import { useRef } from 'react';
import { Button, type ButtonProps } from '../actions/button.tsx';

/** A button that opens the browser's file picker for one file. */
export function FileButton({
  label,
  accept,
  onFile,
  ...button
}: Omit<ButtonProps, 'onClick' | 'type'> & {
  /** Names the hidden file input: 'Logo file'. */
  label: string;
  accept: string;
  /** Resolves once the file has been read. */
  onFile: (file: File) => Promise<void>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const readFile = async (file: File | undefined) => {
    if (file) await onFile(file);
    // Allows choosing the same file again after it was corrected.
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => void readFile(event.target.files?.[0])}
      />
    </>
  );
}
