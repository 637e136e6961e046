/** A record of the audit as a sentence. */
import type { AuditRecord } from './contract.ts';

/** 'Maya Chen changed the expense "Lunch": total $40.00 → $45.00' */
export function sentenceOf(record: AuditRecord): string {
  const { changes, hasMoreChanges } = record;
  const told = changes.filter(({ before, after }) => before !== null && after !== null);
  // That something changed may be told where what it says may not.
  const list = told.map(({ field, before, after }) =>
    before === after ? field : `${field} ${before} → ${after}`,
  );
  const more = hasMoreChanges && list.length > 0 ? [...list, '…'] : list;
  return `${actorOf(record)} ${deedOf(record)}${more.length > 0 ? `: ${more.join('; ')}` : ''}`;
}

export const actorOf = ({ actor }: Pick<AuditRecord, 'actor'>) => actor?.name || 'System';

/** 'changed the expense "Lunch"' */
export function deedOf({ action, subject }: Pick<AuditRecord, 'action' | 'subject'>): string {
  return subject === null ? actionWords(action) : `${actionWords(action)} "${subject}"`;
}

/** 'changed the expense'; what has no words of its own is told by its parts. */
export function actionWords(action: string): string {
  const known = (deeds as Words)[action];
  if (known) return known;
  const [kind = '', ...rest] = action.split('.');
  const verb = rest.pop() ?? '';
  const thing = [kind, ...rest].join(' ');
  return `${(verbs as Words)[verb] ?? `performed "${verb.replaceAll('-', ' ')}" on`} the ${kindWords(thing)}`;
}

export function kindWords(kind: string): string {
  const words = kind.replaceAll('-', ' ');
  return kinds[words] ?? words;
}

export const startingWithCapital = (words: string) =>
  words.charAt(0).toUpperCase() + words.slice(1);

type Words = Readonly<Record<string, string>>;

/** What is said of an action that its parts do not say. */
const deeds = {
  'expense.create': 'logged the expense',
  'expense.override.create': 'added an override to the expense',
  'expense.override.update': 'changed an override of the expense',
  'expense.override.delete': 'deleted an override of the expense',
  'rsvp.answer': "RSVP'd to",
  'rsvp.promote': 'promoted people from the waitlist of',
  'rsvp.withdraw': "released a former member's spot at",
  'account.identity-connected': 'connected a sign-in provider for',
  'account.identity-disconnected': 'disconnected a sign-in provider of',
  'member.join': 'joined as',
  'member.profile': 'changed the profile of',
  'member.role': 'changed the role of',
  'member.status': 'changed the status of',
  'invitation.create': 'invited',
  'invitation.accept': 'accepted the invitation',
  'invitation.revoke': 'revoked the invitation',
  'chapter.create': 'created the chapter',
  'chapter.logo': 'changed the logo of the chapter',
  'chapter.update': 'changed the settings of the chapter',
  'account.password-reset': 'reset the password of',
  'account.password-change': 'changed the password of',
  'account.password-set': 'set a password for',
  'account.session-end': 'ended a session of',
  'account.sessions-end': 'ended the other sessions of',
  'account.second-factor-on': 'set up an authenticator app for',
  'account.second-factor-off': 'turned off the authenticator app of',
  'account.recovery-codes-new': 'created new recovery codes for',
  'account.recovery-code-used': 'used a recovery code of',
  'account.passkey-added': 'added a passkey for',
  'account.passkey-removed': 'removed a passkey of',
  'account.passkey-refused': 'rejected a possibly cloned passkey of',
  'account.factors-reset': 'removed the authenticator app and passkeys of',
} as const;

const verbs = {
  accept: 'accepted',
  add: 'added',
  change: 'changed',
  create: 'added',
  delete: 'deleted',
  disable: 'disabled',
  edit: 'changed',
  enable: 'enabled',
  import: 'imported',
  remove: 'removed',
  replace: 'replaced',
  resend: 'resent',
  restore: 'restored',
  revoke: 'revoked',
  send: 'sent',
  settle: 'settled',
  update: 'changed',
} as const;

const kinds: Words = {
  'calendar feed': 'private calendar address',
  occurrence: 'event occurrence',
  rsvp: 'RSVP',
};
