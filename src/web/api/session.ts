import { createContext, use } from 'react';
import type { Id } from '#kit/id.ts';
import type { ChapterPolicy, Role } from '#kit/role.ts';

/** Who is signed in and the chapter they look at; the same for a screen's whole life. */
export type Session = {
  chapter: {
    id: Id<'chapter'>;
    name: string;
    /** The hash of its logo. */
    logo: string | null;
    /** What every date of the chapter is shown in. */
    timeZone: string;
    policy: ChapterPolicy;
    links: {
      chapterSiteUrl: string;
      networkHubUrl: string;
      learningCentreUrl: string;
      localPlatformUrl: string;
    };
  };
  me: {
    accountId: string;
    /** The person's id among the chapter's members: the `id` of `GET /users`. */
    memberId: Id<'member'>;
    displayName: string;
    email: string;
    role: Role;
    isInstallationAdmin: boolean;
  };
  /** Every chapter of the person, by name. */
  chapters: readonly { id: Id<'chapter'>; name: string; role: Role }[];
};

export const SessionContext = createContext<Session | undefined>(undefined);

/** The session of every signed-in screen. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession is for signed-in screens');
  return session;
}
