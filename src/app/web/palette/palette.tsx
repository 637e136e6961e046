import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { CommandDialog } from './command-dialog.tsx';
import type { PaletteKind } from './keys.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import type { PaletteActions } from './use-frequent-commands.ts';

export function Palette({
  kind,
  onSignOut,
  onShowShortcuts,
  ...dialog
}: OverlayProps & PaletteActions & { kind: PaletteKind }) {
  return kind === 'commands' ? (
    <CommandDialog {...dialog} onSignOut={onSignOut} onShowShortcuts={onShowShortcuts} />
  ) : (
    <ShortcutsDialog {...dialog} />
  );
}
