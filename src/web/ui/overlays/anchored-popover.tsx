import clsx from 'clsx';
import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { computePosition } from './popover-position.ts';
import { floatClass } from './popup-class.ts';

/**
 * A surface in the browser's top layer beside its anchor: above everything, clipped by nothing,
 * yet in the document where it belongs, inside its landmark or its modal dialog. Rendered only
 * while open. Escape, a press outside and the focus leaving ask for it to be closed; Escape also
 * brings the focus back to the anchor.
 */
export function AnchoredPopover({
  anchor,
  onClose,
  align = 'start',
  className,
  children,
  ...rest
}: ComponentProps<'div'> & {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  align?: 'start' | 'end' | undefined;
}) {
  const surface = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const shown = surface.current;
    const beside = anchor.current;
    if (!shown || !beside) return undefined;
    if (!shown.matches(':popover-open')) shown.showPopover();
    const place = () => {
      shown.style.maxHeight = '';
      const window = document.documentElement;
      const { top, left, maxHeight } = computePosition(
        beside.getBoundingClientRect(),
        { width: shown.offsetWidth, height: shown.offsetHeight },
        { width: window.clientWidth, height: window.clientHeight },
        align,
      );
      shown.style.top = `${top}px`;
      shown.style.left = `${left}px`;
      shown.style.maxHeight = `${maxHeight}px`;
    };
    place();
    addEventListener('resize', place);
    document.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      removeEventListener('resize', place);
      document.removeEventListener('scroll', place, { capture: true });
    };
  }, [anchor, align]);

  useEffect(() => {
    const closeOutside = (event: Event) => {
      const target = event.target as Node;
      if (!surface.current?.contains(target) && !anchor.current?.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [anchor, onClose]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      {...rest}
      ref={surface}
      popover="manual"
      // A press in here is not a press on the row that it stands in.
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event);
        if (event.key !== 'Escape') return;
        // Only this closes, not the dialog or the panel around it.
        event.preventDefault();
        event.stopPropagation();
        anchor.current?.focus();
        onClose();
      }}
      className={clsx(
        floatClass,
        'fixed inset-auto m-0 overflow-y-auto overscroll-contain text-left text-sm font-normal whitespace-normal',
        className,
      )}
    >
      {children}
    </div>
  );
}
