import type { Session } from '#web/api/session.ts';
import type { SignedInView } from '../../contract.ts';

/** Undefined for an account that is in no chapter. */
export function toSession(view: SignedInView): Session | undefined {
  if (!view.chapter) return undefined;
  const { memberId, role, ...chapter } = view.chapter;
  const { accountId, displayName, email, isInstallationAdmin, chapters } = view;
  return {
    chapter,
    me: { accountId, memberId, displayName, email, role, isInstallationAdmin },
    chapters,
  };
}
