/** Addresses as people enter them, and whether each can be invited; for the preview and again on the server. */
import { formatCount, plural, pluralize } from '#kit/counts.ts';
import { type FoundInvitee, findInvitees } from './invitee-text.ts';

export const maxInvitees = 200;
/** Of one address including its display name. */
export const maxInviteeLength = 500;

/** `ready`: can be invited. `repeated`: appears earlier in the list. */
type InviteeState = 'ready' | 'repeated' | 'invalid' | 'member';
export type Invitee = FoundInvitee & { readonly state: InviteeState };

/** Classifies entries in order; the first of several equal addresses is the one that counts. */
function classify(found: readonly FoundInvitee[]): Invitee[] {
  const seen = new Set<string>();
  return found.map((each) => {
    if (each.email === null) return { ...each, state: 'invalid' };
    if (seen.has(each.email)) return { ...each, state: 'repeated' };
    seen.add(each.email);
    return { ...each, state: 'ready' };
  });
}

/** Classifies entries of one address each. */
export function classifyInvitees(entries: readonly string[]): Invitee[] {
  return classify(
    entries.map((text) => {
      const found = findInvitees(text).filter(({ email }) => email !== null);
      const email = found.length === 1 ? (found[0]?.email ?? null) : null;
      return { text, name: '', email };
    }),
  );
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

/** What was entered or pasted, of any form. */
export const readInvitees = (text: string): Invitee[] => classify(findInvitees(text));

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
