import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Id } from '#kit/id.ts';
import { buttonClass } from '#web/ui/actions/button-class.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { ErrorState } from '#web/ui/states/error-state.tsx';
import type { AttachedFile } from '../../contract.ts';

/** Shows the pictures among files, one at a time: arrow keys go on, + and - zoom. */
export function FileViewer({
  items,
  noun,
  getAddress,
  shown,
  onShow,
}: {
  items: readonly AttachedFile[];
  noun: 'receipt' | 'file';
  getAddress: (fileId: Id<'file'>) => string;
  shown: Id<'file'> | undefined;
  onShow: (fileId: Id<'file'> | undefined) => void;
}) {
  const [isLarge, setIsLarge] = useState(false);
  const pictures = items.filter(({ mediaType }) => mediaType.startsWith('image/'));
  const opened = pictures.find(({ id }) => id === shown);
  // Drawn until the dialog is out of sight.
  const [picture, setPicture] = useState(opened);
  if (opened && opened !== picture) setPicture(opened);
  const at = pictures.findIndex(({ id }) => id === picture?.id);
  const show = (next: number) => {
    const found = pictures[next];
    if (!found) return;
    setIsLarge(false);
    onShow(found.id);
  };
  useKeys(opened !== undefined, (key) => {
    if (key === 'ArrowRight') show(at + 1);
    else if (key === 'ArrowLeft') show(at - 1);
    else if (key === '+' || key === '-') setIsLarge(key === '+');
  });
  return (
    <Dialog
      open={opened !== undefined}
      onClose={() => onShow(undefined)}
      title={picture?.name ?? ''}
      description={pictures.length > 1 && `${at + 1} of ${pictures.length}`}
      size="lg"
      // Scrolled by its own keys when it is large.
      readingLabel={picture?.name}
      footer={
        picture && (
          <div className="flex w-full items-center justify-end gap-2">
            {pictures.length > 1 && (
              <>
                <IconButton
                  label={noun === 'receipt' ? 'Previous Receipt' : 'Previous Picture'}
                  icon={<ChevronLeft />}
                  variant="outline"
                  size="md"
                  disabled={at === 0}
                  onClick={() => show(at - 1)}
                />
                <IconButton
                  label={noun === 'receipt' ? 'Next Receipt' : 'Next Picture'}
                  icon={<ChevronRight />}
                  variant="outline"
                  size="md"
                  disabled={at === pictures.length - 1}
                  onClick={() => show(at + 1)}
                />
              </>
            )}
            <IconButton
              label={isLarge ? 'Zoom Out' : 'Zoom In'}
              icon={isLarge ? <ZoomOut /> : <ZoomIn />}
              variant="outline"
              size="md"
              onClick={() => setIsLarge(!isLarge)}
            />
            <a
              href={getAddress(picture.id)}
              download={picture.name}
              className={buttonClass({ variant: 'primary' })}
            >
              <Download aria-hidden="true" />
              Download
            </a>
          </div>
        )
      }
    >
      {picture && (
        <Picture
          key={picture.id}
          src={getAddress(picture.id)}
          picture={picture}
          noun={noun}
          isLarge={isLarge}
        />
      )}
    </Dialog>
  );
}

function Picture({
  src,
  picture: { name, width, height },
  noun,
  isLarge,
}: {
  src: string;
  picture: AttachedFile;
  noun: 'receipt' | 'file';
  isLarge: boolean;
}) {
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) {
    return (
      <ErrorState title={`Couldn't load this ${noun}.`} onRetry={() => setIsMissing(false)}>
        Check your connection and try again. If others load, its content may be lost: anyone who has
        a copy can add it again.
      </ErrorState>
    );
  }
  return (
    <img
      src={src}
      alt={name}
      width={width ?? undefined}
      height={height ?? undefined}
      onError={() => setIsMissing(true)}
      className={
        isLarge ? 'h-auto w-[250%] max-w-none' : 'mx-auto h-auto max-h-[60dvh] w-auto max-w-full'
      }
    />
  );
}

/** Wherever the focus is, which stays on the button that was pressed. */
function useKeys(isOpen: boolean, onKey: (key: string) => void): void {
  const press = useEffectEvent(({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (!ctrlKey && !metaKey && !altKey) onKey(key);
  });
  useEffect(() => {
    if (!isOpen) return;
    const listen = (event: KeyboardEvent) => press(event);
    // The dialog keeps arrow keys to itself.
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, [isOpen]);
}
