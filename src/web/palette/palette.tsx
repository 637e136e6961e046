import { CommandDialog } from './command-dialog.tsx';
import type { PaletteKind } from './keys.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

export type PaletteProps = { open: boolean; onClose: () => void };

export function Palette({ kind, ...dialog }: PaletteProps & { kind: PaletteKind }) {
  return kind === 'commands' ? <CommandDialog {...dialog} /> : <ShortcutsDialog {...dialog} />;
}
