import clsx from 'clsx';

const placeClass = {
  top: 'inset-x-0 top-0 h-1.5 cursor-ns-resize pointer-coarse:h-3',
  bottom: 'inset-x-0 bottom-0 h-1.5 cursor-ns-resize pointer-coarse:h-3',
  left: 'inset-y-0 left-0 w-2 cursor-ew-resize pointer-coarse:w-3',
  right: 'inset-y-0 right-0 w-2 cursor-ew-resize pointer-coarse:w-3',
};

/** An edge of an event, by which a pointer moves its start or its end. In its link, so that a press opens it. */
export function ResizeEdge({
  side,
  className,
}: {
  side: keyof typeof placeClass;
  className?: string | false;
}) {
  return (
    <span
      data-resize={side === 'top' || side === 'left' ? 'start' : 'end'}
      aria-hidden="true"
      className={clsx('absolute', placeClass[side], className)}
    />
  );
}

/** What the edge under a pointer moves; undefined elsewhere. */
export function readEdge(target: HTMLElement): 'start' | 'end' | undefined {
  const edge = target.closest<HTMLElement>('[data-resize]')?.dataset['resize'];
  return edge === 'start' || edge === 'end' ? edge : undefined;
}
