/** What people tell about themselves, who sees it, and who may change it. Names everybody sees. */
import { ok, type Result, refuse } from '#kit/result.ts';

/** The fields of which people decide who sees them. */
export const hideableFields = [
  'email',
  'primaryPhone',
  'company',
  'title',
  'website',
  'city',
  'bio',
] as const;
export type HideableField = (typeof hideableFields)[number];

/** Who sees a field: every member, the chapter's admins, or nobody but its owner. */
export const audiences = ['members', 'admins', 'me'] as const;
export type Audience = (typeof audiences)[number];

export type Privacy = Readonly<Record<HideableField, Audience>>;

/** What nobody has said anything about is for members. */
export const openPrivacy: Privacy = {
  email: 'members',
  primaryPhone: 'members',
  company: 'members',
  title: 'members',
  website: 'members',
  city: 'members',
  bio: 'members',
};

/** What admins may keep for themselves to change; the name as one. The address is nobody's to change here. */
export const lockableFields = [
  'name',
  'primaryPhone',
  'company',
  'title',
  'website',
  'city',
  'bio',
] as const;
export type LockableField = (typeof lockableFields)[number];

/** The fields that may be left empty, then null. */
export const optionalFields = [
  'primaryPhone',
  'company',
  'title',
  'website',
  'city',
  'bio',
] as const;
export type OptionalField = (typeof optionalFields)[number];

export type Profile = {
  readonly firstName: string;
  /** Empty for somebody with one name alone. */
  readonly lastName: string;
  readonly privacy: Privacy;
  readonly locked: readonly LockableField[];
} & { readonly [Field in OptionalField]: string | null };

/** What is left out stays. */
export type ProfileChange = {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly privacy?: { readonly [Field in HideableField]?: Audience | undefined } | undefined;
  readonly locked?: readonly LockableField[] | undefined;
} & { readonly [Field in OptionalField]?: string | null | undefined };

/** The most characters of each text. */
export const longest = {
  name: 100,
  primaryPhone: 40,
  company: 120,
  title: 120,
  website: 300,
  city: 120,
  bio: 500,
} as const;

/**
 * A profile after a change. People change their own, but what an admin has locked; admins change
 * everybody's, but what only its owner sees, who alone decides who sees a field. Saying again what
 * is so is no change. Refuses with `not_yours`, `field_locked`, `field_hidden`, `privacy_not_yours`
 * and `locks_are_admins`, each naming its field.
 */
export function changeProfile(
  before: Profile,
  change: ProfileChange,
  by: { readonly isSelf: boolean; readonly isAdmin: boolean },
): Result<Profile> {
  if (!by.isSelf && !by.isAdmin) return notYours;
  const { privacy, locked, ...texts } = change;
  if (locked && !by.isAdmin && !areSame(locked, before.locked)) return locksAreAdmins;
  const after: Profile = {
    ...before,
    ...given(texts),
    ...emptied(texts),
    privacy: { ...before.privacy, ...given(privacy ?? {}) },
    locked: locked ? lockableFields.filter((field) => locked.includes(field)) : before.locked,
  };
  for (const field of hideableFields) {
    if (!by.isSelf && after.privacy[field] !== before.privacy[field]) {
      return refuse('forbidden', 'privacy_not_yours', 'Only this member can choose who sees this', {
        field: `privacy.${field}`,
      });
    }
  }
  for (const field of optionalFields) {
    // Also when it would stay the same: saying so would tell what it is.
    if (!by.isSelf && before.privacy[field] === 'me' && change[field] !== undefined) {
      return refuse('forbidden', 'field_hidden', 'Visible only to this member', { field });
    }
  }
  if (!by.isAdmin) {
    const touched = changedFields(before, after).find((field) =>
      before.locked.some((lock) => lock === lockOf(field)),
    );
    if (touched) {
      return refuse('forbidden', 'field_locked', 'Locked by an admin', { field: touched });
    }
  }
  return ok(after);
}

export const textFields = ['firstName', 'lastName', ...optionalFields] as const;
export type TextFieldOfProfile = (typeof textFields)[number];

/** The texts in which two profiles differ. */
export function changedFields(before: Profile, after: Profile): TextFieldOfProfile[] {
  return textFields.filter((field) => before[field] !== after[field]);
}

/** The lock that holds for a text. */
export function lockOf(field: TextFieldOfProfile): LockableField {
  return field === 'firstName' || field === 'lastName' ? 'name' : field;
}

const notYours = refuse(
  'forbidden',
  'not_yours',
  'Only this member and admins can change this profile',
);
const locksAreAdmins = refuse('forbidden', 'locks_are_admins', 'Only admins can lock fields', {
  field: 'locked',
});

function areSame(some: readonly LockableField[], others: readonly LockableField[]): boolean {
  return lockableFields.every((field) => some.includes(field) === others.includes(field));
}

/** An optional text of blanks alone is none. */
function emptied(texts: Pick<ProfileChange, OptionalField>): Partial<Record<OptionalField, null>> {
  return Object.fromEntries(
    optionalFields.filter((field) => texts[field]?.trim() === '').map((field) => [field, null]),
  );
}

function given<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}

/** Before and after for the record of a change: what differs, and of what admins do not see only that it does. */
export function recordOfChange(before: Profile, after: Profile) {
  const texts = changedFields(before, after);
  const hidden = (field: TextFieldOfProfile) =>
    field !== 'firstName' &&
    field !== 'lastName' &&
    (before.privacy[field] === 'me' || after.privacy[field] === 'me');
  const audienceFields = hideableFields.filter((f) => before.privacy[f] !== after.privacy[f]);
  const side = (profile: Profile) => ({
    ...Object.fromEntries(texts.map((f) => [f, hidden(f) ? '(only they see it)' : profile[f]])),
    ...(audienceFields.length > 0
      ? { privacy: Object.fromEntries(audienceFields.map((f) => [f, profile.privacy[f]])) }
      : {}),
    ...(areSame(before.locked, after.locked) ? {} : { locked: profile.locked }),
  });
  return { before: side(before), after: side(after) };
}
