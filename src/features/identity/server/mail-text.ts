/** What the hub's mails say, as plain text and as simple HTML of the same words. */

import type { Mail } from '#server/mail/mail.ts';
import { joinPath, resetPath } from '../contract.ts';

type Words = Pick<Mail, 'subject' | 'text' | 'html'>;

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

export function invitationWords(about: {
  publicUrl: string;
  token: string;
  chapterName: string;
  inviterName: string | null;
  /** In words of the chapter's time zone. */
  expires: string;
}): Words {
  const chapter = oneLine(about.chapterName);
  const who = about.inviterName === null ? 'The chapter' : oneLine(about.inviterName);
  return wordsOf(`You are invited to the ${chapter} chapter`, [
    `${who} invites you to the members' hub of the ${chapter} chapter.`,
    'Open this link to join. It works once, and is meant for you alone:',
    { link: `${about.publicUrl}${joinPath}#${about.token}` },
    `It expires on ${about.expires}. If you did not expect this, ignore it; nothing happens without you.`,
  ]);
}

export function resetWords(about: { publicUrl: string; token: string }): Words {
  return wordsOf('Choose another password', [
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
}): Words {
  const { subject, sentence } = changes[about.change];
  return wordsOf(subject, [
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

type Paragraph = string | { link: string };

function wordsOf(subject: string, paragraphs: readonly Paragraph[]): Words {
  const text = paragraphs.map((each) => (typeof each === 'string' ? each : each.link));
  const html = paragraphs.map((each) =>
    typeof each === 'string'
      ? `<p>${escaped(each)}</p>`
      : `<p><a href="${escaped(each.link)}">${escaped(each.link)}</a></p>`,
  );
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html.join('\n')}\n</body></html>\n`,
  };
}

const longestName = 100;

/**
 * A name as part of a line: no line of its own, no header, no text turned around, and not so long
 * that what follows it goes unseen.
 */
function oneLine(name: string): string {
  const plain = name.replaceAll(/[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  const letters = Array.from(plain);
  return letters.length <= longestName ? plain : `${letters.slice(0, longestName - 1).join('')}…`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
