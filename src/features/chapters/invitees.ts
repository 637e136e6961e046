/** Parses addresses as people enter them; used for the preview and again on the server. */
import { email } from '#features/identity/contract.ts';
import { formatCount, plural, pluralize } from '#kit/counts.ts';

export const maxInvitees = 200;
/** Of one address including its display name. */
export const maxInviteeLength = 500;

/** `ready`: can be invited. `repeated`: appears earlier in the list. */
type InviteeState = 'ready' | 'repeated' | 'invalid' | 'member';
export type Invitee = {
  /** As entered, without separators. */
  readonly text: string;
  /** As it would be stored; null if invalid. */
  readonly email: string | null;
  readonly state: InviteeState;
};

/** `Anna Bell <anna@example.org>`, `"Bell, Anna" <…>` or `<…>`. */
const withName = /^[^<>]*<([^<>]*)>$/;

/** The address in one entry, in lower case, with or without a name before it; null if there is none. */
function findAddress(text: string): string | null {
  const trimmed = text.trim();
  const inside = withName.exec(trimmed)?.[1] ?? trimmed.split(/\s+/).at(-1);
  const read = email.safeParse(inside);
  return read.success ? read.data : null;
}

/** The name in one entry: `Anna Bell` in `Anna Bell <anna@example.org>`; empty if there is none. */
export function findName(text: string): string {
  const trimmed = text.trim();
  const before = trimmed.endsWith('>')
    ? trimmed.slice(0, Math.max(0, trimmed.indexOf('<')))
    : trimmed.slice(0, Math.max(0, trimmed.search(/\S+$/)));
  return before.replaceAll('"', '').trim();
}

/** Classifies entries in order; the first of several equal addresses is the one that counts. */
export function classifyInvitees(entries: readonly string[]): Invitee[] {
  const seen = new Set<string>();
  return entries.map((text) => {
    const email = findAddress(text);
    if (email === null) return { text, email, state: 'invalid' };
    if (seen.has(email)) return { text, email, state: 'repeated' };
    seen.add(email);
    return { text, email, state: 'ready' };
  });
}

/** Marks who is a member already. The server knows more: members may hide their addresses. */
export function markMembers(
  invitees: readonly Invitee[],
  memberEmails: ReadonlySet<string>,
): Invitee[] {
  return invitees.map((each) =>
    each.state === 'ready' && each.email !== null && memberEmails.has(each.email)
      ? { ...each, state: 'member' }
      : each,
  );
}

/**
 * Splits what was entered or pasted at commas, semicolons and line breaks, except within the quotes of
 * a display name, and after every address, so that spaces and tabs separate addresses too.
 */
export function readInvitees(text: string): Invitee[] {
  const entries = text.match(/(?:"[^"\n]*"|[^",;\n])+|"/g) ?? [];
  return classifyInvitees(entries.flatMap(splitAfterAddresses));
}

function splitAfterAddresses(entry: string): string[] {
  const found: string[] = [];
  let words: string[] = [];
  const flush = () => {
    if (words.length > 0) found.push(words.join(' '));
    words = [];
  };
  for (const word of entry.match(/"[^"]*"|\S+/g) ?? []) {
    words.push(word);
    const isAddress = word.endsWith('>') || (word.includes('@') && !/["<]/.test(word));
    if (isAddress) flush();
  }
  flush();
  return found;
}

/** What became of the entries of one list. */
export type InvitedCounts = {
  readonly invited: number;
  /** Those with an open invitation, which was replaced. */
  readonly reinvited: number;
  readonly members: number;
  readonly invalid: number;
};

/** '2 invited, 1 already a member, 2 need fixing'. */
export function describeInvited({ invited, reinvited, members, invalid }: InvitedCounts): string {
  const parts = [
    invited > 0 && `${formatCount(invited)} invited`,
    reinvited > 0 && `${formatCount(reinvited)} re-invited`,
    members > 0 && `${formatCount(members)} already ${pluralize(members, 'a member', 'members')}`,
    invalid > 0 && `${formatCount(invalid)} ${pluralize(invalid, 'needs', 'need')} fixing`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** '2 addresses can be invited, 3 can't': the entries of a list before they are invited. */
export function describeInvitees(entries: readonly Invitee[]): string {
  const ready = entries.filter(({ state }) => state === 'ready').length;
  const invalid = entries.filter(({ state }) => state === 'invalid').length;
  const others = entries.length - ready;
  if (ready > 0) {
    const can = `${plural(ready, 'address', 'addresses')} can be invited`;
    return others > 0 ? `${can}, ${formatCount(others)} can't` : can;
  }
  if (invalid === 0) return 'Everyone here is already a member';
  return `${plural(invalid, 'address', 'addresses')} ${pluralize(invalid, 'needs', 'need')} fixing`;
}
