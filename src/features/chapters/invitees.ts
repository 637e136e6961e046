/** Parses addresses as people enter them; used for the preview and again on the server. */
import { email } from '#features/identity/contract.ts';

export const maxInvitees = 200;
/** Of one address including its display name. */
export const maxInviteeLength = 500;

/** `ready`: can be invited. `repeated`: appears earlier in the list. */
export type InviteeState = 'ready' | 'repeated' | 'invalid' | 'member';
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
export function findAddress(text: string): string | null {
  const trimmed = text.trim();
  const inside = withName.exec(trimmed)?.[1] ?? trimmed.split(/\s+/).at(-1);
  const read = email.safeParse(inside);
  return read.success ? read.data : null;
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
