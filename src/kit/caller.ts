import type { Id } from './id.ts';
import type { ChapterPolicy, Role } from './role.ts';

/** A living session: somebody whose account exists and is not disabled. */
export type SignedIn = { readonly accountId: string; readonly sessionId: string };

/** Somebody acting as an active member of one chapter, by a session or by a trusted issuer's token. */
export type MemberCaller = Pick<SignedIn, 'accountId'> & {
  readonly memberId: Id<'member'>;
  readonly chapterId: Id<'chapter'>;
  readonly role: Role;
  readonly policy: ChapterPolicy;
  /** IANA zone of the chapter. */
  readonly timeZone: string;
  /** Figures of the chapter do not add up, and nobody has explained why: its money rests. */
  readonly hasUnexplainedFigures: boolean;
  /** The transactions visible when the caller was looked up; see snapshot-cache.ts. */
  readonly snapshot: string;
};

/** The chapter of a question, and the zone in which its days begin. */
export type ChapterScope = Pick<MemberCaller, 'chapterId' | 'timeZone'>;

/** Who makes the call: nobody known, a session alone, or a member, as the endpoint's policy asks. */
export type Caller = undefined | SignedIn | MemberCaller;

export function isMemberCaller(caller: Caller): caller is MemberCaller {
  return caller !== undefined && 'memberId' in caller;
}
