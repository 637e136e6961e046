/** Mails about an account: what they say, and how they are queued. */
import type { Instant } from '#kit/day.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { queueMails } from '#server/mail/mail-queue.ts';
import { type MailWords, toMailWords } from '#server/mail/mail-words.ts';
import { resetPath } from '../contract.ts';

/** What changed about an account's ways in. */
export const accountChanges = [
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
  /** Whether the address has an account is only asked when the job is done: asking takes time. */
  | { kind: 'reset'; email: string; requestedAt: Instant }
  | { kind: 'change'; accountId: string; change: AccountChange; at: Instant };

/** Tells the owner of an account by mail how its ways in have changed, where the hub sends mail. */
export async function tellOfChange(
  tx: Tx,
  { sendsMail }: { readonly sendsMail: boolean },
  change: { accountId: string; change: AccountChange },
  by: { now: Instant; newId: NewId },
): Promise<void> {
  if (!sendsMail) return;
  const mail: AccountMail = { kind: 'change', ...change, at: by.now };
  await queueMails(tx, [mail], by.newId);
}

export function resetWords(about: { publicUrl: string; token: string }): MailWords {
  return toMailWords('Choose another password', [
    'Somebody, probably you, asked for another password for your account on the chapter hub.',
    'Open this link within an hour to choose one. It works once:',
    { link: `${about.publicUrl}${resetPath}#${about.token}` },
    'If it was not you, ignore this: your password stays as it is.',
  ]);
}

export function changeWords(about: {
  publicUrl: string;
  change: AccountChange;
  /** In words of a time zone, with its name. */
  at: string;
}): MailWords {
  const { subject, sentence } = changes[about.change];
  return toMailWords(subject, [
    `${sentence} It happened on ${about.at}.`,
    'If it was you, there is nothing to do. If it was not, choose another password here, and tell an admin of your chapter:',
    { link: `${about.publicUrl}${resetPath}` },
  ]);
}

const changes: Record<AccountChange, { subject: string; sentence: string }> = {
  'password-changed': {
    subject: 'Your password was changed',
    sentence: 'The password of your account on the chapter hub was changed.',
  },
  'password-set': {
    subject: 'Your account has a password now',
    sentence: 'A password was chosen for your account on the chapter hub, which had none.',
  },
  'password-reset': {
    subject: 'Your password was changed',
    sentence:
      'Another password was chosen for your account on the chapter hub, with a link that was mailed to you. You are signed out everywhere.',
  },
  'second-factor-on': {
    subject: 'Signing in takes a second step now',
    sentence: 'An authenticator app was added to your account on the chapter hub.',
  },
  'second-factor-off': {
    subject: 'Signing in takes no second step any more',
    sentence: 'The authenticator app of your account on the chapter hub was removed.',
  },
  'recovery-codes-new': {
    subject: 'You have new recovery codes',
    sentence: 'New recovery codes were made for your account on the chapter hub; the old are dead.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    sentence: 'A passkey was added to your account on the chapter hub.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    sentence: 'A passkey of your account on the chapter hub was removed.',
  },
  'identity-connected': {
    subject: 'Another way to sign in was added',
    sentence: 'An account elsewhere can sign in to your account on the chapter hub now.',
  },
  'identity-disconnected': {
    subject: 'A way to sign in was removed',
    sentence: 'No account elsewhere can sign in to your account on the chapter hub any more.',
  },
};
