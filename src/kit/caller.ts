import type { Id } from './id.ts';
import type { ChapterPolicy, EventPolicy, Role } from './role.ts';

/** A valid session of an enabled account. */
export type SignedIn = { readonly accountId: string; readonly sessionId: string };

/** An active member of one chapter, identified by a session or by a trusted issuer's token. */
export type MemberCaller = Pick<SignedIn, 'accountId'> & {
  readonly memberId: Id<'member'>;
  readonly chapterId: Id<'chapter'>;
  readonly role: Role;
  readonly policy: ChapterPolicy;
  readonly eventPolicy: EventPolicy;
  /** See `maySeeAllWallets`. If false, replies about money depend on who asks. */
  readonly seesAllWallets: boolean;
  /** IANA zone of the chapter. */
  readonly timeZone: string;
  /** The chapter has unexplained differences, so its money operations are suspended. */
  readonly hasUnexplainedFigures: boolean;
  /** The chapter is moving to another database, so nothing in it can be changed. */
  readonly isResting: boolean;
  /** The transactions visible when the caller was looked up; see snapshot-cache.ts. */
  readonly snapshot: string;
};

/** The chapter of a query, and the zone that determines its days. */
export type ChapterScope = Pick<MemberCaller, 'chapterId' | 'timeZone'>;

/** The caller as the endpoint's policy requires: anonymous, a session only, or a member. */
export type Caller = undefined | SignedIn | MemberCaller;

export function isMemberCaller(caller: Caller): caller is MemberCaller {
  return caller !== undefined && 'memberId' in caller;
}
