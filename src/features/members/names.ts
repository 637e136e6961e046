/** A stored name; only the display name is always present. */
export type StoredName = {
  readonly displayName: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
};

/**
 * First and last name of a person. If either is missing, the first word of the display name is the
 * first name and the rest the last name (specification, section 3), so that the two always match
 * each other.
 */
export function firstAndLastName(name: StoredName): { firstName: string; lastName: string } {
  const firstName = name.firstName?.trim() ?? '';
  const lastName = name.lastName?.trim() ?? '';
  if (firstName && lastName) return { firstName, lastName };
  const [first = '', ...rest] = name.displayName.trim().split(/\s+/);
  return { firstName: first, lastName: rest.join(' ') };
}
