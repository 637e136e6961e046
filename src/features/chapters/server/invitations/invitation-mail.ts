/** Content of an invitation's mail. */
import { joinPath } from '#features/identity/contract.ts';
import type { Id } from '#kit/id.ts';
import { composeMail, type MailContent, toSingleLine } from '#server/mail/mail-content.ts';

/** `linkNumber` keeps the mail of a replaced link from being sent. */
export type InvitationMail = {
  kind: 'invitation';
  chapterId: Id<'chapter'>;
  id: Id<'invitation'>;
  linkNumber: number;
};

export function isInvitationMail(data: unknown): data is InvitationMail {
  return (data as { kind?: unknown } | null)?.kind === 'invitation';
}

export function composeInvitationMail(about: {
  publicUrl: string;
  token: string;
  chapterName: string;
  inviterName: string | null;
  /** Formatted in the chapter's time zone. */
  expires: string;
}): MailContent {
  const chapter = toSingleLine(about.chapterName);
  const inviter = about.inviterName === null ? 'An admin' : toSingleLine(about.inviterName);
  return composeMail(`You're invited to the ${chapter} chapter`, [
    `${inviter} invited you to join the ${chapter} chapter on Chapter Hub.`,
    'Open this link to join. It works once and is only for you:',
    { link: `${about.publicUrl}${joinPath}#${about.token}` },
    `It expires on ${about.expires}. If you weren't expecting this invitation, you can ignore this email.`,
  ]);
}
