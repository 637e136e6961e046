import { createContext, use } from 'react';
import type { Id } from '#kit/id.ts';
import type { ChapterPolicy, EventPolicy, Role, SettlementWay } from '#kit/role.ts';

/** The signed-in member and the current chapter; constant while a screen is mounted. */
export type Session = {
  chapter: {
    id: Id<'chapter'>;
    name: string;
    /** The hash of its logo. */
    logo: string | null;
    /** All of the chapter's dates are shown in this zone. */
    timeZone: string;
    policy: ChapterPolicy;
    /** Who may change and delete events. */
    eventPolicy: EventPolicy;
    /** Whether plain members see each other's wallets and balances. */
    membersSeeWallets: boolean;
    settlesThrough: SettlementWay;
    /** Whether the chapter says how it is paid. */
    saysHowToPay: boolean;
    links: {
      chapterSiteUrl: string;
      networkHubUrl: string;
      learningCentreUrl: string;
      localPlatformUrl: string;
    };
  };
  me: {
    accountId: string;
    /** The `id` in `GET /users`. */
    memberId: Id<'member'>;
    displayName: string;
    email: string;
    role: Role;
    isInstallationAdmin: boolean;
  };
  /** All chapters of the account, sorted by name. */
  chapters: readonly { id: Id<'chapter'>; name: string; role: Role }[];
};

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession can only be used in signed-in screens');
  return session;
}
