import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Id } from '#kit/id.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { centered, type Framing, maxZoom, movePicture } from './crop.ts';
import { drawPhoto, encodePhoto, photoSide } from './draw-photo.ts';
import { useChangePhoto } from './photo-queries.ts';

/** Crops a picture to a square and saves it as the own photo. */
export function PhotoDialog({
  memberId,
  picture,
  onClose,
}: {
  memberId: Id<'member'>;
  picture: ImageBitmap;
  onClose: () => void;
}) {
  const change = useChangePhoto(memberId);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [framing, setFraming] = useState(centered);
  const [isTooLarge, setIsTooLarge] = useState(false);
  const save = async () => {
    if (change.isPending || !canvas.current) return;
    const photo = await encodePhoto(canvas.current);
    setIsTooLarge(!photo);
    if (!photo) return;
    try {
      await change.mutateAsync(photo);
      toast.success('Photo saved');
      onClose();
    } catch {
      // The notice below shows the error.
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Crop Photo"
      description="Drag the photo or use the sliders"
      isBusy={change.isPending}
      isChanged={framing !== centered}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      footer={
        <>
          <DialogClose />
          <Button variant="primary" type="submit" isBusy={change.isPending} busyLabel="Saving...">
            Save Photo
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isTooLarge && (
          <Notice tone="error">This photo can't be made small enough. Choose another one.</Notice>
        )}
        <WriteFailure lead="Couldn't save the photo." error={change.error} isSavedOnce={false} />
        <Preview
          canvas={canvas}
          picture={picture}
          framing={framing}
          onMove={(dx, dy) => setFraming((at) => movePicture(picture, at, dx, dy))}
        />
        <div className="flex flex-col gap-1">
          <Slider
            label="Zoom"
            min={1}
            max={maxZoom}
            value={framing.zoom}
            onChange={(zoom) => setFraming((at) => ({ ...at, zoom }))}
          />
          <Slider
            label="Left to right"
            value={framing.x}
            onChange={(x) => setFraming((at) => ({ ...at, x }))}
          />
          <Slider
            label="Top to bottom"
            value={framing.y}
            onChange={(y) => setFraming((at) => ({ ...at, y }))}
          />
        </div>
      </div>
    </Dialog>
  );
}

/** What will be saved; a part of its own, because the dialog shows its content later. */
function Preview({
  canvas,
  picture,
  framing,
  onMove,
}: {
  canvas: RefObject<HTMLCanvasElement | null>;
  picture: ImageBitmap;
  framing: Framing;
  /** By parts of a side. */
  onMove: (dx: number, dy: number) => void;
}) {
  useEffect(() => {
    if (canvas.current) drawPhoto(canvas.current, picture, framing);
  }, [canvas, picture, framing]);
  const drag = ({ buttons, movementX, movementY, currentTarget }: PointerEvent) => {
    const { clientWidth } = currentTarget;
    if (buttons === 1) onMove(movementX / clientWidth, movementY / clientWidth);
  };
  return (
    <canvas
      ref={canvas}
      width={photoSide}
      height={photoSide}
      role="img"
      aria-label="What others will see"
      className="mx-auto size-56 cursor-move touch-none rounded-full border border-line"
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
    />
  );
}

function Slider({
  label,
  min = 0,
  max = 1,
  value,
  onChange,
}: {
  label: string;
  min?: number;
  max?: number;
  value: Framing['x'];
  onChange: (value: number) => void;
}) {
  return (
    <label className="grid min-h-11 grid-cols-[7rem_minmax(0,1fr)] items-center gap-3">
      <span className="text-second">{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={(max - min) / 100}
        value={value}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        className="h-11 accent-primary"
      />
    </label>
  );
}
