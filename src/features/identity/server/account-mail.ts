/** Content and queueing of mail about an account. */
import type { Instant } from '#kit/day.ts';
import type { Tx } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';
import { composeMail, type MailContent } from '#server/mail/mail-content.ts';
import type { MailChapter } from '#server/mail/mail-frame.ts';
import { queueMails } from '#server/mail/mail-queue.ts';
import { resetPath } from '../contract.ts';

/** Changes of how an account signs in. */
const accountChanges = [
  'password-changed',
  'password-set',
  'password-reset',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-new',
  'passkey-added',
  'passkey-removed',
  'identity-connected',
  'identity-disconnected',
] as const;
export type AccountChange = (typeof accountChanges)[number];

export type AccountMail =
  /** The account is looked up only when the job runs, so that timing does not reveal it. */
  | { kind: 'reset'; email: string; requestedAt: Instant }
  | { kind: 'change'; accountId: string; change: AccountChange; at: Instant };

/** Notifies the owner of an account of a change of how it signs in, if the server sends mail. */
export async function queueAccountNotice(
  tx: Tx,
  { sendsMail }: { readonly sendsMail: boolean },
  change: { accountId: string; change: AccountChange },
  context: WriteContext,
): Promise<void> {
  if (!sendsMail) return;
  const mail: AccountMail = { kind: 'change', ...change, at: context.now };
  await queueMails(tx, [mail], context.newId);
}

/** No one else is to answer: a reply would quote the link. */
export function composeResetMail(about: {
  publicUrl: string;
  token: string;
  chapter: MailChapter | null;
}): MailContent {
  const { publicUrl, chapter } = about;
  return composeMail(
    'Reset your password',
    { publicUrl, chapter },
    [
      'Someone, probably you, asked to reset the password of your Chapter Hub account.',
      'The link works once, within an hour.',
      { action: 'Choose a New Password', link: `${publicUrl}${resetPath}#${about.token}` },
    ],
    ["If this wasn't you, ignore this email. Your password won't change."],
  );
}

export function composeChangeMail(about: {
  publicUrl: string;
  change: AccountChange;
  /** Formatted in a time zone, with its name. */
  at: string;
  chapter: MailChapter | null;
  /** Who answers for the chapter. */
  replyTo: string | null;
}): MailContent {
  const { publicUrl, chapter, replyTo } = about;
  const { subject, sentence } = changes[about.change];
  return composeMail(subject, { publicUrl, chapter, replyTo }, [
    `${sentence} This happened on ${about.at}.`,
    "If this was you, there's nothing to do. If it wasn't, reset your password and tell an admin of your chapter.",
    { action: 'Reset Your Password', link: `${publicUrl}${resetPath}` },
  ]);
}

const changes: Record<AccountChange, { subject: string; sentence: string }> = {
  'password-changed': {
    subject: 'Your password was changed',
    sentence: 'The password of your Chapter Hub account was changed.',
  },
  'password-set': {
    subject: 'Your account now has a password',
    sentence: 'A password was set for your Chapter Hub account, which had none.',
  },
  'password-reset': {
    subject: 'Your password was reset',
    sentence:
      'The password of your Chapter Hub account was reset with a link we emailed you. You were signed out everywhere.',
  },
  'second-factor-on': {
    subject: 'Two-step verification was turned on',
    sentence: 'An authenticator app was added to your Chapter Hub account.',
  },
  'second-factor-off': {
    subject: 'Two-step verification was turned off',
    sentence: 'The authenticator app was removed from your Chapter Hub account.',
  },
  'recovery-codes-new': {
    subject: 'New recovery codes were created',
    sentence:
      'New recovery codes were created for your Chapter Hub account. The old ones no longer work.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    sentence: 'A passkey was added to your Chapter Hub account.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    sentence: 'A passkey was removed from your Chapter Hub account.',
  },
  'identity-connected': {
    subject: 'A sign-in provider was connected',
    sentence:
      'A sign-in provider was connected to your Chapter Hub account and can now sign you in.',
  },
  'identity-disconnected': {
    subject: 'A sign-in provider was disconnected',
    sentence:
      'The sign-in provider was disconnected from your Chapter Hub account and can no longer sign you in.',
  },
};
