import clsx from 'clsx';
import { Camera, Paperclip } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#web/ui/actions/button.tsx';

/** JPEG first: phones that can hand over a picture as any of these choose it. */
const accepted = 'image/jpeg,image/png,image/webp,application/pdf';

/** Takes files by choice, camera, drop and paste. */
export function FilePicker({
  label,
  children,
  onFiles,
}: {
  /** Of the button: 'Add Receipts'. */
  label: string;
  /** What there is already. */
  children: ReactNode;
  onFiles: (files: File[]) => void;
}) {
  const [isOver, setIsOver] = useState(false);
  useFilesPasted(onFiles);
  const take = (event: DragEvent, isDropped: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(!isDropped);
    if (isDropped) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      onDragOver={(event) => take(event, false)}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => take(event, true)}
      className={clsx(
        'flex flex-col gap-2 rounded-control outline-dashed outline-offset-4',
        isOver ? 'outline-2 outline-primary' : 'outline-0',
      )}
    >
      {children}
      <div className="flex flex-wrap gap-2">
        <Choice label={label} icon={<Paperclip />} onFiles={onFiles} accept={accepted} multiple />
        <Choice
          label="Take Photo"
          icon={<Camera />}
          onFiles={onFiles}
          accept="image/*"
          capture="environment"
          className="hidden pointer-coarse:inline-flex"
        />
      </div>
    </div>
  );
}

function Choice({
  label,
  icon,
  className,
  onFiles,
  ...input
}: {
  label: string;
  icon: ReactNode;
  className?: string;
  onFiles: (files: File[]) => void;
  accept: string;
  multiple?: boolean;
  capture?: 'environment';
}) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="sm" icon={icon} className={className} onClick={() => field.current?.click()}>
        {label}
      </Button>
      <input
        {...input}
        ref={field}
        type="file"
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function useFilesPasted(onFiles: (files: File[]) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}
