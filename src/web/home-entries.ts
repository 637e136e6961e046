/**
 * What a feature shows on Home. Its file `web/home-entries.ts`, which only Home loads, is found by name.
 * Everything is in the order of its place.
 */
import type { DataTag, UseQueryOptions } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Day, Instant } from '#kit/day.ts';
import type { Session } from './api/session.ts';

type Link = Pick<LinkProps, 'to' | 'search'>;

export type HomeReader = Pick<Session['me'], 'role' | 'isInstallationAdmin'>;

/** A query, whose key knows what it reads. */
type Read<Reply> = { readonly queryKey: DataTag<readonly unknown[], Reply, Error> };

export type HomeEntries = {
  readonly cards?: readonly HomeCard[];
  readonly today?: HomeSentence;
  readonly waiting?: readonly WaitingItem[];
  readonly steps?: readonly FirstStep[];
};

type HomeCard = {
  /** Above all, the columns of both rows, and the last row, which has one for each area. */
  readonly column: 'notices' | 'day' | 'others' | 'balances' | 'figures' | 'areas';
  readonly place: number;
  readonly Card: ComponentType;
  /** For everyone, if missing. */
  readonly isFor?: (reader: HomeReader) => boolean;
  /** Read before Home is shown. */
  readonly reads: readonly Read<unknown>[];
};

/** A sentence under the greeting. */
export type HomeSentence<Reply = unknown, Further = unknown> = {
  readonly place: number;
  readonly read: Read<Reply>;
  /** What else it is about, if that could be read. */
  readonly further?: Read<Further>;
  readonly say: (
    reply: Reply,
    session: Session,
    now: Instant,
    further: Further | undefined,
  ) => {
    readonly words: string;
    /** Where one does something about it. */
    readonly link?: Link;
  };
};

/** What may wait for the user, the most pressing first. */
export type WaitingItem<Reply = unknown> = {
  readonly place: number;
  readonly isFor?: (reader: HomeReader) => boolean;
  readonly read: Read<Reply>;
  readonly describe: (
    reply: Reply,
    session: Session,
  ) => {
    /** Nothing waits if it is 0. */
    count: number;
    /** Follows the count: 'open expenses to settle'. */
    label: string;
    /** The label alone says it. */
    isCountHidden?: true;
    link: Link;
  };
};

/** What an admin of a new chapter does first. */
export type FirstStep<Reply = unknown> = {
  readonly place: number;
  readonly label: string;
  readonly link: (today: Day) => Link;
  readonly read?: Read<Reply>;
  /** Undefined if only `further` knows. */
  readonly isDone: (reply: Reply, session: Session) => boolean | undefined;
  readonly further?: Read<boolean>;
};

/** Let the compiler check each against what it reads. */
export const createSentence = <Reply, Further = undefined>(
  sentence: HomeSentence<Reply, Further>,
) => sentence as unknown as HomeSentence;
export const createWaitingItem = <Reply>(item: WaitingItem<Reply>) =>
  item as unknown as WaitingItem;
export const createStep = <Reply>(step: FirstStep<Reply>) => step as unknown as FirstStep;

/** Each read has a type of its own, which only its entry knows. */
export const toOptions = (read: Read<unknown>) => read as unknown as UseQueryOptions;
