/** Parses addresses as people enter them; used for the preview and again on the server. */
import { email } from '#features/identity/contract.ts';

export const maxInvitees = 200;
/** Of one address including its display name. */
export const maxInviteeLength = 500;

/** `ready`: can be invited. `repeated`: appears earlier in the list. */
export type InviteeState = 'ready' | 'repeated' | 'invalid';
export type Invitee = {
  /** As entered, without separators. */
  readonly text: string;
  /** As it would be stored; null if invalid. */
  readonly email: string | null;
  readonly state: InviteeState;
};

/** `Anna Bell <anna@example.org>`, `"Bell, Anna" <…>`, `<…>` or the address alone. */
const withName = /^[^<>]*<([^<>]*)>$/;

/** The address in one entry, in lower case; null if there is none. */
export function findAddress(text: string): string | null {
  const inside = withName.exec(text.trim())?.[1] ?? text;
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

/**
 * Splits what was entered at commas, semicolons and line breaks, except within the quotes of a
 * display name.
 */
export function readInvitees(text: string): Invitee[] {
  const entries = text.match(/(?:"[^"\n]*"|[^",;\n])+|"/g) ?? [];
  return classifyInvitees(entries.map((entry) => entry.trim()).filter(Boolean));
}
