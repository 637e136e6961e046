/** Addresses as people write them into a box: read for a preview, and read again by the server. */
import { email } from '#features/identity/contract.ts';

export const maxInvitees = 200;
/** Of one address with the name around it. */
export const maxInviteeLength = 500;

/** `ready`: can be invited. `repeated`: stands further up already. */
export type InviteeState = 'ready' | 'repeated' | 'invalid';
export type Invitee = {
  /** As it was written, without what separates it. */
  readonly text: string;
  /** As it would be kept; null where there is no address in it. */
  readonly email: string | null;
  readonly state: InviteeState;
};

/** `Anna Bell <anna@example.org>`, `"Bell, Anna" <…>`, `<…>` or the address alone. */
const withName = /^[^<>]*<([^<>]*)>$/;

/** The address in one entry, in lower case; null where there is none. */
export function addressIn(text: string): string | null {
  const inside = withName.exec(text.trim())?.[1] ?? text;
  const read = email.safeParse(inside);
  return read.success ? read.data : null;
}

/** In order, each with what is to become of it; the first of several alike counts. */
export function sortOut(entries: readonly string[]): Invitee[] {
  const seen = new Set<string>();
  return entries.map((text) => {
    const email = addressIn(text);
    if (email === null) return { text, email, state: 'invalid' };
    if (seen.has(email)) return { text, email, state: 'repeated' };
    seen.add(email);
    return { text, email, state: 'ready' };
  });
}

/**
 * What was typed or pasted, entry by entry: separated by commas, semicolons and new lines, except
 * within quotes that a mail program puts around a name.
 */
export function readInvitees(text: string): Invitee[] {
  const entries = text.match(/(?:"[^"\n]*"|[^",;\n])+|"/g) ?? [];
  return sortOut(entries.map((entry) => entry.trim()).filter(Boolean));
}
