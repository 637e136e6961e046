import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { AnchoredPopover } from '#web/ui/overlays/anchored-popover.tsx';

/** What is chosen for the calendar, behind one button, where it would push the days down. */
export function ViewOptions({
  variant,
  className,
  children,
}: {
  variant?: 'toolbar' | undefined;
  className?: string | undefined;
  children: (close: () => void) => ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  // What was pressed disappears.
  const closeAndFocus = () => {
    button.current?.focus();
    close();
  };
  return (
    <>
      <IconButton
        ref={button}
        size="md"
        variant={variant}
        className={className}
        label="View Options"
        icon={<SlidersHorizontal className={variant === undefined ? 'size-5!' : undefined} />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <AnchoredPopover
          id={id}
          role="group"
          // Else a press on a label would focus the page and close this before it counts.
          tabIndex={-1}
          aria-label="View Options"
          anchor={button}
          onClose={close}
          align={variant === 'toolbar' ? 'start' : 'end'}
          className="grid max-w-[calc(100vw-2rem)] justify-items-start gap-3 p-3"
        >
          {children(closeAndFocus)}
        </AnchoredPopover>
      )}
    </>
  );
}
