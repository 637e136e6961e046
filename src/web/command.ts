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
