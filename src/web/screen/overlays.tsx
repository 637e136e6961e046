/** The panels and dialogs of a screen, by the names its address gives them. */
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import type { OverlayProps } from './overlay-props.ts';
import { useFocusWhenClosed } from './use-focus-when-closed.ts';
import { useRetainedWhileClosing } from './use-retained-while-closing.ts';

/** What an overlay is told; `search` is what the address said of it, also while it closes. */
export type ScreenOverlayProps<Search> = OverlayProps & { search: Search };

/** A place for one overlay at a time. */
type Slot<Props> = {
  overlays: Readonly<Record<string, ComponentType<Props>>>;
  /** The name of the one that is open. */
  asked: string | undefined;
  onClose: () => void;
};

/**
 * Shows what the address asks for, each loaded when it is first asked for. A dialog starts afresh
 * whenever it opens, a panel goes on with another subject. Once all are closed the focus returns.
 */
export function OverlayHost<Search extends object, Context extends object>({
  panels = [],
  dialogs = [],
  search,
  context,
}: {
  panels?: readonly Slot<ScreenOverlayProps<Search> & Context>[];
  dialogs?: readonly Slot<ScreenOverlayProps<Search> & Context>[];
  search: Search;
  /** What all of them are told besides, as it is now. */
  context: Context;
}) {
  // An address can ask for both at once. On a phone both are modal, and the one that comes last
  // hides the other from assistive technology: that must be the panel, so it has to be there first.
  const [isPanelThere, setIsPanelThere] = useState(false);
  const mayAsk = isPanelThere || panels.every(({ asked }) => asked === undefined);
  useFocusWhenClosed([...panels, ...dialogs].some(({ asked }) => asked !== undefined));
  return (
    <>
      {panels.map((slot, place) => (
        <Overlay key={place} {...slot} search={search} context={context}>
          <WhilePresent onChange={setIsPanelThere} />
        </Overlay>
      ))}
      {dialogs.map((slot, place) => (
        <Overlay
          key={place}
          {...slot}
          search={search}
          context={context}
          mayShow={mayAsk}
          startsAfresh
        />
      ))}
    </>
  );
}

/** In a boundary of its own: a panel must not vanish, and lose its focus, while a dialog's code comes. */
function Overlay<Search extends object, Context extends object>({
  overlays,
  asked,
  onClose,
  search,
  context,
  startsAfresh = false,
  mayShow = true,
  children,
}: Slot<ScreenOverlayProps<Search> & Context> & {
  search: Search;
  context: Context;
  startsAfresh?: boolean;
  mayShow?: boolean;
  /** Stands beside it. */
  children?: ReactNode;
}) {
  const shown = useRetainedWhileClosing(asked, search);
  const Named = shown && mayShow ? overlays[shown.name] : undefined;
  return (
    <Suspense>
      {shown && Named && (
        <>
          <Named
            {...context}
            key={startsAfresh ? shown.openCount : undefined}
            search={shown.search}
            open={shown.isOpen}
            onClose={onClose}
          />
          {children}
        </>
      )}
    </Suspense>
  );
}

/** Tells when what it stands beside has come, and when it has gone. */
function WhilePresent({ onChange }: { onChange: (isPresent: boolean) => void }) {
  useEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  return null;
}

/**
 * Closes an overlay that has nothing to show: an address may name what is gone, or what the member
 * may not do. `onMissing` says why, if there is more to say.
 */
export function useCloseWhenMissing(
  isMissing: boolean,
  { open, onClose }: OverlayProps,
  onMissing?: () => void,
): void {
  const close = useEffectEvent(() => {
    onMissing?.();
    onClose();
  });
  useEffect(() => {
    if (open && isMissing) close();
  }, [open, isMissing]);
}
