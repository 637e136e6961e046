import { createContext, use } from 'react';
import type { SignedInView } from '#features/identity/contract.ts';

type Chapter = NonNullable<SignedInView['chapter']>;

/** Who is signed in and the chapter they look at; the same for a screen's whole life. */
export type Session = {
  /** `timeZone`: what every date of the chapter is shown in. */
  chapter: Pick<Chapter, 'id' | 'name' | 'logo' | 'timeZone' | 'policy' | 'links'>;
  me: {
    accountId: string;
    /** The person's id among the chapter's members: the `id` of `GET /users`. */
    memberId: string;
    displayName: string;
    email: string;
    role: Chapter['role'];
    isInstallationAdmin: boolean;
  };
  /** Every chapter of the person, by name. */
  chapters: SignedInView['chapters'];
};

export function sessionOf(view: SignedInView): Session | undefined {
  if (!view.chapter) return undefined;
  const { memberId, role, ...chapter } = view.chapter;
  const { accountId, displayName, email, isInstallationAdmin, chapters } = view;
  return {
    chapter,
    me: { accountId, memberId, displayName, email, role, isInstallationAdmin },
    chapters,
  };
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** The session of every signed-in screen. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession is for signed-in screens');
  return session;
}
