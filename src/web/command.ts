import type { LucideIcon } from 'lucide-react';

/** An option of the palette: an action, a screen or a record. */
export type Command = {
  readonly id: string;
  readonly label: string;
  /** What else people type for it. */
  readonly words?: string | undefined;
  /** Distinguishes commands with the same label. */
  readonly detail?: string | undefined;
  readonly icon: LucideIcon;
  readonly run: () => void;
};

/** A feature's search results for the palette; empty unless `enabled`. */
export type FindCommands = (
  query: string,
  enabled: boolean,
) => { readonly commands: Command[]; readonly isPending: boolean };

/** Per kind of result. */
export const maxFoundCommands = 5;
