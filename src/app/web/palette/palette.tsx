import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { CommandDialog } from './command-dialog.tsx';
import type { PaletteKind } from './keys.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

export function Palette({ kind, ...dialog }: OverlayProps & { kind: PaletteKind }) {
  return kind === 'commands' ? <CommandDialog {...dialog} /> : <ShortcutsDialog {...dialog} />;
}
