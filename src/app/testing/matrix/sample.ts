/**
 * Samples of valid requests for each call. Tests that cover every route use them: a new route with
 * a body or a new kind of parameter needs a line in its feature's `server/testing/samples.ts`.
 */
import type { TestPerson } from '../hub.ts';
import type { Fixtures, Params } from './fixtures.ts';

/** Who calls, in which chapter, about what. */
type Call = {
  readonly fixtures: Fixtures;
  readonly caller: TestPerson;
  readonly params: Params;
};

export type Sample = {
  /** Instead of those that `makers` makes of the path's names. */
  params?: (fixtures: Fixtures, caller: TestPerson) => Promise<Params>;
  query?: (call: Call) => Promise<Params> | Params;
  /** As it goes over the wire. */
  body?: (call: Call) => unknown;
  /** Under the chapter's policy `treasurer` a plain member makes it about what is their own alone. */
  isForOwnAlone?: true;
  /** Under the event policy `creator` only who created the event, and admins, make it; of a calendar, only admins. */
  changesEventOf?: 'creator' | 'nobody';
  /** Only those it concerns may make it, in either policy; its params make the caller one of them. */
  isForPartiesAlone?: true;
  /** Concerns only the caller's own records, so there is no one else's. */
  isAboutCaller?: true;
  /** When a call that may be made is not answered with the contract's status. */
  status?: number;
  /** The status for people without access to the chapter but with a valid session, if not 401. */
  statusShutOut?: number;
  /** Why a write of it leaves no record in the audit of a chapter. */
  leavesNoRecord?: string;
};

/** By the contract's method and path. */
export type Samples = Readonly<Record<string, Sample>>;

/** By the parameter's name: how something with it is made, given those of the path before it. */
export type Makers = Readonly<
  Record<string, (fixtures: Fixtures, parents: Params) => Promise<string>>
>;
