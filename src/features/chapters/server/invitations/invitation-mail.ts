/** Content of an invitation's mail. */
import { joinPath } from '#features/identity/contract.ts';
import type { Id } from '#kit/id.ts';
import { composeMail, type MailContent, nameHub } from '#server/mail/mail-content.ts';
import type { MailChapter } from '#server/mail/mail-frame.ts';
import { toSingleLine } from '#server/mail/single-line.ts';

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
  chapter: MailChapter;
  /** Null if no member invited: with a command, or as an admin of the server. */
  inviterName: string | null;
  /** The inviter's address, if every member may see it. */
  replyTo: string | null;
  /** Formatted in the chapter's time zone. */
  expires: string;
}): MailContent {
  const { publicUrl, chapter, inviterName, replyTo } = about;
  const name = toSingleLine(chapter.name);
  const invitation =
    inviterName === null
      ? `The operator of ${nameHub(publicUrl)} invited you to join the ${name} chapter.`
      : `${toSingleLine(inviterName)} invited you to join the ${name} chapter on Chapter Hub.`;
  return composeMail(
    `You're invited to the ${name} chapter`,
    { publicUrl, chapter, replyTo },
    [
      invitation,
      `The link works once and is only for you. It expires on ${about.expires}.`,
      { action: 'Join the Chapter', link: `${publicUrl}${joinPath}#${about.token}` },
    ],
    ["If you weren't expecting this invitation, you can ignore this email."],
  );
}
