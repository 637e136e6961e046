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
 * A hint by hover or focus; never the only place where something is said. It stays while the
 * pointer is on it, and Escape puts it away.
 */
export function Tooltip({
  text,
  children,
}: {
  text: ReactNode;
  /** The element that is explained; it needs its own accessible name. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
}) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const [isNear, setIsNear] = useState(false);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(isNear), isNear ? 300 : 120);
    return () => clearTimeout(timer);
  }, [isNear]);
  const hide = () => {
    setIsNear(false);
    setIsShown(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      ref={anchor}
      className="inline-flex"
      onPointerEnter={() => setIsNear(true)}
      onPointerLeave={() => setIsNear(false)}
      onFocus={() => setIsNear(true)}
      onBlur={() => setIsNear(false)}
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
