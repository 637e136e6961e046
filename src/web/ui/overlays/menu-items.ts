import type { ReactNode } from 'react';

export type MenuAction = {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  tone?: 'danger' | undefined;
  disabled?: boolean | undefined;
  /** Draws a separator above. */
  startsGroup?: boolean | undefined;
};

/** A group of radio items, such as themes. */
export type MenuChoice = {
  /** Shown above the options and names them. */
  groupLabel: string;
  value: string | undefined;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
  startsGroup?: boolean | undefined;
};

export type MenuItem = MenuAction | MenuChoice;
