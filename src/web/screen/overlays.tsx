/** Opens a screen's panels and dialogs by the names in its address. */
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { useIsPanelBeside, useReservedPanelSpace } from '#web/ui/overlays/panel-space.ts';
import type { OverlayProps } from './overlay-props.ts';
import { useFocusWhenClosed } from './use-focus-when-closed.ts';
import { useRetainedWhileClosing } from './use-retained-while-closing.ts';

/** `search` is the address's search when the overlay was open, also while it closes. */
export type ScreenOverlayProps<Search> = OverlayProps & { search: Search };

/** Shows one overlay at a time. */
type Slot<Props> = {
  overlays: Readonly<Record<string, ComponentType<Props>>>;
  /** The name of the overlay to show. */
  openName: string | undefined;
  onClose: () => void;
};

/**
 * Shows the overlays that the address names, each loaded when first needed. A dialog resets whenever
 * it opens; a panel stays mounted when its subject changes. Once all are closed, the focus returns.
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
  /** Further props for all of them. */
  context: Context;
}) {
  // An address can open both at once. On a phone both are modal, and the one mounted last hides the
  // other from assistive technology. That must be the dialog, so the panel has to be mounted first.
  const [isPanelMounted, setIsPanelMounted] = useState(false);
  const isPanelNamed = panels.some(({ openName }) => openName !== undefined);
  const canShowDialogs = isPanelMounted || !isPanelNamed;
  // Already while its code and data load, so that the page does not move when a link opens it.
  useReservedPanelSpace(useIsPanelBeside() && isPanelNamed);
  useFocusWhenClosed([...panels, ...dialogs].some(({ openName }) => openName !== undefined));
  return (
    <>
      {panels.map((slot, index) => (
        <Overlay key={index} {...slot} search={search} context={context}>
          <MountReporter onChange={setIsPanelMounted} />
        </Overlay>
      ))}
      {dialogs.map((slot, index) => (
        <Overlay
          key={index}
          {...slot}
          search={search}
          context={context}
          canShow={canShowDialogs}
          resetsOnOpen
        />
      ))}
    </>
  );
}

/** Has its own Suspense, so that a panel keeps its focus while a dialog's code is loading. */
function Overlay<Search extends object, Context extends object>({
  overlays,
  openName,
  onClose,
  search,
  context,
  resetsOnOpen = false,
  canShow = true,
  children,
}: Slot<ScreenOverlayProps<Search> & Context> & {
  search: Search;
  context: Context;
  resetsOnOpen?: boolean;
  canShow?: boolean;
  /** Rendered beside the overlay. */
  children?: ReactNode;
}) {
  const shown = useRetainedWhileClosing(openName, search);
  const Component = shown && canShow ? overlays[shown.name] : undefined;
  return (
    <Suspense>
      {shown && Component && (
        <>
          <Component
            {...context}
            key={resetsOnOpen ? shown.openCount : undefined}
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

/** Reports when its siblings are mounted and unmounted. */
function MountReporter({ onChange }: { onChange: (isMounted: boolean) => void }) {
  useEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  return null;
}

/**
 * Closes an overlay without content: an address may name a deleted record or a forbidden action.
 * `onMissing` may report why.
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
