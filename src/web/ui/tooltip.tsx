import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { floatClass } from './popup-class.ts';
import { usePopupContainer } from './popup-container.tsx';

/** A hint by hover or focus; never the only place where something is said. */
export function Tooltip({
  text,
  children,
}: {
  text: ReactNode;
  /** The element that is explained; it needs its own accessible name. */
  children: ReactElement<Record<string, unknown>>;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={400} />
      <Base.Portal container={usePopupContainer()}>
        <Base.Positioner positionMethod="fixed" sideOffset={6} className="outline-none">
          <Base.Popup className={`${floatClass} max-w-72 px-2.5 py-1.5 text-xs text-second`}>
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
