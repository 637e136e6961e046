import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { AnchoredPopover } from './anchored-popover.tsx';

/**
 * A hint shown on hover or focus; must not be the only place for its content. It stays while the pointer
 * is over it and closes with Escape.
 */
export function Tooltip({
  text,
  children,
}: {
  text: ReactNode;
  /** The described element, which needs its own accessible name. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
}) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const [isActive, setIsActive] = useState(false);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(isActive), isActive ? 300 : 120);
    return () => clearTimeout(timer);
  }, [isActive]);
  const hide = () => {
    setIsActive(false);
    setIsShown(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      ref={anchor}
      className="inline-flex"
      onPointerEnter={() => setIsActive(true)}
      onPointerLeave={() => setIsActive(false)}
      onFocus={() => setIsActive(true)}
      onBlur={() => setIsActive(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isShown) {
          event.stopPropagation();
          hide();
        }
      }}
    >
      {cloneElement(children, { 'aria-describedby': isShown ? id : undefined })}
      {isShown && (
        <AnchoredPopover
          id={id}
          role="tooltip"
          anchor={anchor}
          onClose={hide}
          className="max-w-72 px-2.5 py-1.5 text-xs! text-second"
        >
          {text}
        </AnchoredPopover>
      )}
    </span>
  );
}
