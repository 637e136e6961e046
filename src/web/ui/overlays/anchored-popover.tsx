import clsx from 'clsx';
import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { computePosition } from './popover-position.ts';
import { floatClass } from './popup-class.ts';

/**
 * A surface beside its anchor in the browser's top layer: above everything and never clipped, but in the
 * DOM inside its landmark or modal dialog. Rendered only while open. Escape, a press outside and losing
 * the focus call `onClose`; Escape also returns the focus to the anchor.
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
    const anchorElement = anchor.current;
    if (!shown || !anchorElement) return undefined;
    if (!shown.matches(':popover-open')) shown.showPopover();
    const place = () => {
      shown.style.maxHeight = '';
      const window = document.documentElement;
      // Not over the bar of a phone, like what is scrolled to.
      const bar = Number.parseFloat(getComputedStyle(window).scrollPaddingBottom) || 0;
      const { top, left, maxHeight } = computePosition(
        anchorElement.getBoundingClientRect(),
        { width: shown.offsetWidth, height: shown.offsetHeight },
        { width: window.clientWidth, height: window.clientHeight - bar },
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
      // A press inside must not count as a press on the surrounding row.
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event);
        if (event.key !== 'Escape') return;
        // Closes only this, not the dialog or panel around it.
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
