import { useRef } from 'react';
import { Button, type ButtonProps } from '../actions/button.tsx';

/** A button that asks for one file and hands it over. */
export function FileButton({
  label,
  accept,
  onFile,
  ...button
}: Omit<ButtonProps, 'onClick' | 'type'> & {
  /** What the field behind the button is called: 'Logo file'. */
  label: string;
  accept: string;
  /** Done when the file has been read. */
  onFile: (file: File) => Promise<void>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file) await onFile(file);
    // So that the same file, mended, can be chosen again.
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
        onChange={(event) => void take(event.target.files?.[0])}
      />
    </>
  );
}
