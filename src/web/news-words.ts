/**
 * How the browser says what is new of a feature, and where it leads. Its file `web/news-words.ts`, which only Home
 * loads, is found by name.
 */
import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

type Words = {
  /** 'Dinner' */
  readonly subject: string;
  /** 'Logged by Maya Chen, your share $20.00' */
  readonly detail: string;
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'>;
};

export type NewsWords<Item extends { readonly kind: string }> = {
  readonly icons: Readonly<Record<Item['kind'], LucideIcon>>;
  readonly describe: (item: Item) => Words;
};
