import type { LucideIcon } from 'lucide-react';

/** One line of the palette: what can be done or gone to. */
export type Command = {
  readonly id: string;
  readonly label: string;
  /** What tells it from its namesakes. */
  readonly detail?: string | undefined;
  readonly icon: LucideIcon;
  readonly run: () => void;
};

/** What a feature finds for the words typed into the palette; nothing unless `enabled`. */
export type FindCommands = (
  asked: string,
  enabled: boolean,
) => { readonly commands: Command[]; readonly isPending: boolean };

/** Of each kind; who wants more has the screens. */
export const maxFoundCommands = 5;
