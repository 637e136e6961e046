/** Describes audit records as sentences, in the wording of their features. */
import type { AuditWords } from '#kit/audit-words.ts';
import type { AuditRecord } from './contract.ts';

/** Formatters of records and their parts. */
export type Phrases = ReturnType<typeof createPhrases>;

export function createPhrases(all: readonly AuditWords[]) {
  const actions: Words = Object.assign({}, ...all.map((words) => words.actions));
  const kinds: Words = Object.assign({}, ...all.map((words) => words.kinds));

  function formatKind(kind: string): string {
    const words = kind.replaceAll('-', ' ');
    return kinds[words] ?? words;
  }

  /** 'changed the expense'; actions without a phrase of their own are composed from their parts. */
  function formatAction(action: string): string {
    const known = actions[action];
    if (known) return known;
    const [kind = '', ...rest] = action.split('.');
    const verb = rest.pop() ?? '';
    const thing = [kind, ...rest].join(' ');
    return `${verbs[verb] ?? `performed "${verb.replaceAll('-', ' ')}" on`} the ${formatKind(thing)}`;
  }

  /** 'changed the expense "Lunch"', 'recorded the payment of $250.00 from Yuki to the chapter' */
  function describeAction({
    action,
    subject,
    about,
  }: Pick<AuditRecord, 'action' | 'subject' | 'about'>): string {
    const named = subject === null ? formatAction(action) : `${formatAction(action)} "${subject}"`;
    return about === null ? named : `${named} ${about}`;
  }

  /** 'Maya Chen changed the expense "Lunch": amount $40.00 → $45.00' */
  function describeRecord(record: AuditRecord): string {
    const { changes, hasMoreChanges } = record;
    const visible = changes.filter(({ before, after }) => before !== null && after !== null);
    // For private fields, only the fact that they changed is shown.
    const list = visible.map(({ field, before, after }) =>
      before === after ? field : `${field} ${before} → ${after}`,
    );
    const more = hasMoreChanges && list.length > 0 ? [...list, '…'] : list;
    return `${formatActor(record)} ${describeAction(record)}${more.length > 0 ? `: ${more.join('; ')}` : ''}`;
  }

  return { formatKind, formatAction, describeAction, describeRecord };
}

export const formatActor = ({ actor }: Pick<AuditRecord, 'actor'>) => actor?.name || 'System';

export const startingWithCapital = (words: string) =>
  words.charAt(0).toUpperCase() + words.slice(1);

type Words = Readonly<Record<string, string>>;

const verbs: Words = {
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
};
