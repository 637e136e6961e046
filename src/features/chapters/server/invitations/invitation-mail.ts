/** What an invitation's mail says. */
import { joinPath } from '#features/identity/contract.ts';
import type { Id } from '#kit/id.ts';
import { type MailWords, oneLine, toMailWords } from '#server/mail/mail-words.ts';

/** `linkNumber`: a mail of a link that another one has replaced does not go out. */
export type InvitationMail = {
  kind: 'invitation';
  chapterId: Id<'chapter'>;
  id: Id<'invitation'>;
  linkNumber: number;
};

export function isInvitationMail(data: unknown): data is InvitationMail {
  return (data as { kind?: unknown } | null)?.kind === 'invitation';
}

export function invitationWords(about: {
  publicUrl: string;
  token: string;
  chapterName: string;
  inviterName: string | null;
  /** In words of the chapter's time zone. */
  expires: string;
}): MailWords {
  const chapter = oneLine(about.chapterName);
  const inviter = about.inviterName === null ? 'An admin' : oneLine(about.inviterName);
  return toMailWords(`You're invited to the ${chapter} chapter`, [
    `${inviter} invited you to join the ${chapter} chapter on Chapter Hub.`,
    'Open this link to join. It works once and is only for you:',
    { link: `${about.publicUrl}${joinPath}#${about.token}` },
    `It expires on ${about.expires}. If you weren't expecting this invitation, you can ignore this email.`,
  ]);
}
