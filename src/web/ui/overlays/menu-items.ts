import type { ReactNode } from 'react';

export type MenuAction = {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  tone?: 'danger' | undefined;
  disabled?: boolean | undefined;
  /** Draws a line above. */
  startsGroup?: boolean | undefined;
};

/** One of several: a theme, a chapter. */
export type MenuChoice = {
  /** Stands above the options and names them. */
  groupLabel: string;
  value: string | undefined;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
  startsGroup?: boolean | undefined;
};

export type MenuItem = MenuAction | MenuChoice;
