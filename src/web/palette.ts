/**
 * What a feature offers in the command palette. Its file `web/palette.ts`, which only the palette loads, is
 * found by name.
 */
import type { DataTag } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { Endpoint } from '#kit/endpoint.ts';
import type { Session } from './api/session.ts';

type Link = Pick<LinkProps, 'to' | 'params' | 'search'>;

export type PaletteEntries = {
  /** Features' commands are in the order of their places. */
  readonly place: number;
  readonly commands?: readonly PaletteCommand[];
  readonly finders?: readonly Finder[];
  /** What else people type for its pages and its quick action, by their labels. */
  readonly words?: Readonly<Record<string, string>>;
};

/** Found by typing, as long as the member may do it. */
export type PaletteCommand = {
  readonly label: string;
  readonly icon: LucideIcon;
  /** What else people type for it. */
  readonly words: string;
  readonly link: Link | ((session: Session) => Link);
  /** The call it leads to, or whether the server would allow it, if not every member may. */
  readonly allowed?: Pick<Endpoint, 'policy'> | ((session: Session) => boolean);
};

/** Per kind of result. */
export const maxFound = 5;

type Found = {
  readonly id: string;
  readonly label: string;
  /** Distinguishes what has the same label. */
  readonly detail?: string | undefined;
  readonly link: Link;
};

/** A query, whose key knows what it reads. */
type Read<Reply> = { readonly queryKey: DataTag<readonly unknown[], Reply, Error> };

/** Finds records for what is typed. */
export type Finder<Reply = unknown> = {
  readonly title: string;
  /** The results of all finders are in the order of their places. */
  readonly place: number;
  readonly icon: LucideIcon;
  readonly reads: (typed: string) => readonly Read<Reply>[];
  /** The first few, from the replies of all reads. */
  readonly list: (replies: readonly Reply[], typed: string, session: Session) => readonly Found[];
};

/** Lets the compiler check a finder against what it reads. */
export const createFinder = <Reply>(finder: Finder<Reply>): Finder => finder as unknown as Finder;
