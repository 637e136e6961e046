import clsx from 'clsx';
import Camera from 'lucide-react/icons/camera';
import Paperclip from 'lucide-react/icons/paperclip';
import {
  type DragEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { acceptedByPurpose } from './accepted-kinds.ts';

/** Takes files by choice, camera, drop and paste. */
export function FilePicker({
  label,
  slot,
  accept = acceptedByPurpose.receipt,
  isSingle = false,
  children,
  onFiles,
}: {
  /** Of the button: 'Add Receipts'. */
  label: string;
  /** As the attribute of a file input. */
  accept?: string;
  /** Of several, the first is taken. */
  isSingle?: boolean;
  /** Where the buttons stand as text; below the files unless given. */
  slot?: Element | null | undefined;
  /** What there is already. */
  children: ReactNode;
  onFiles: (files: File[]) => void;
}) {
  const area = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(false);
  const takeFiles = (files: File[]) => onFiles(isSingle ? files.slice(0, 1) : files);
  const choices = { label, accept, multiple: !isSingle, onFiles: takeFiles };
  useFilesPasted(area, takeFiles);
  useFilesDroppedBeside();
  const take = (event: DragEvent, isDropped: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(!isDropped);
    if (isDropped) takeFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      ref={area}
      data-file-picker=""
      onDragOver={(event) => take(event, false)}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => take(event, true)}
      className={clsx(
        'flex flex-col gap-2 rounded-control outline-dashed outline-offset-4',
        isOver ? 'outline-2 outline-primary' : 'outline-0',
      )}
    >
      {children}
      {slot ? (
        createPortal(<Choices {...choices} isText />, slot)
      ) : (
        <div className="flex flex-wrap gap-2">
          <Choices {...choices} />
        </div>
      )}
    </div>
  );
}

function Choices({
  label,
  accept,
  multiple,
  ...rest
}: {
  label: string;
  accept: string;
  multiple: boolean;
  isText?: boolean;
  onFiles: (files: File[]) => void;
}) {
  return (
    <>
      <Choice {...rest} label={label} icon={<Paperclip />} accept={accept} multiple={multiple} />
      <Choice
        {...rest}
        label="Take Photo"
        icon={<Camera />}
        accept="image/*"
        capture="environment"
        className="not-pointer-coarse:hidden"
      />
    </>
  );
}

function Choice({
  label,
  icon,
  isText = false,
  className,
  onFiles,
  ...input
}: {
  label: string;
  icon: ReactNode;
  isText?: boolean;
  className?: string;
  onFiles: (files: File[]) => void;
  accept: string;
  multiple?: boolean;
  capture?: 'environment';
}) {
  const field = useRef<HTMLInputElement>(null);
  const choose = () => field.current?.click();
  return (
    <>
      {isText ? (
        <TextButton className={className} onClick={choose}>
          {label}
        </TextButton>
      ) : (
        <Button size="sm" icon={icon} className={className} onClick={choose}>
          {label}
        </Button>
      )}
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

/** Of several pickers, the one in front takes what is pasted: a dialog may cover a panel. */
function useFilesPasted(area: RefObject<Element | null>, onFiles: (files: File[]) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0 || !isInFront(area.current, event.target)) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, [area]);
}

function isInFront(picker: Element | null, target: EventTarget | null): boolean {
  const popup = '[role$=dialog]';
  const front =
    (target instanceof Element ? target.closest(popup) : null) ??
    document.querySelector(`${popup}[data-open]:not([data-sheet])`);
  return front === null || front === picker?.closest(popup);
}

/** A file that is dropped beside the picker would replace the page, with all that was typed. */
function useFilesDroppedBeside(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    document.addEventListener('dragover', refuse);
    document.addEventListener('drop', refuse);
    return () => {
      document.removeEventListener('dragover', refuse);
      document.removeEventListener('drop', refuse);
    };
  }, []);
}
