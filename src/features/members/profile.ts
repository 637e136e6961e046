/** Profile fields, who sees them and who may change them. Names are visible to everyone. */
import { ok, type Result, refuse } from '#kit/result.ts';

/** Fields whose visibility the member chooses, and what they are called. */
export const fieldLabels = {
  email: 'Email',
  primaryPhone: 'Phone',
  company: 'Company',
  title: 'Title',
  website: 'Website',
  city: 'City',
  bio: 'About',
  headline: 'Headline',
  asks: 'Asks',
  offers: 'Offers',
} as const;
export type HideableField = keyof typeof fieldLabels;
export const hideableFields = Object.keys(fieldLabels) as HideableField[];

/** Who sees a field: every member, the chapter's admins, or only its owner. */
export const audiences = ['members', 'admins', 'me'] as const;
export type Audience = (typeof audiences)[number];

export type Privacy = Readonly<Record<HideableField, Audience>>;

/** The default privacy. */
export const openPrivacy = Object.fromEntries(
  hideableFields.map((field) => [field, 'members']),
) as Privacy;

/** Fields that may be empty, stored as null. The email address cannot be changed here. */
export type OptionalField = Exclude<HideableField, 'email'>;
export const optionalFields = hideableFields.filter((field) => field !== 'email');
export type OptionalTexts = Readonly<Record<OptionalField, string | null>>;
export const noTexts = Object.fromEntries(
  optionalFields.map((field) => [field, null]),
) as OptionalTexts;

/** Fields that admins may lock; first and last name together. */
export type LockableField = 'name' | OptionalField;
export const lockableFields: readonly LockableField[] = ['name', ...optionalFields];

export type Profile = {
  readonly firstName: string;
  /** Empty for a person with a single name. */
  readonly lastName: string;
  readonly privacy: Privacy;
  readonly locked: readonly LockableField[];
} & OptionalTexts;

/** Omitted fields stay unchanged. */
export type ProfileChange = {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly privacy?: { readonly [Field in HideableField]?: Audience | undefined } | undefined;
  readonly locked?: readonly LockableField[] | undefined;
} & { readonly [Field in OptionalField]?: string | null | undefined };

/** Maximum length of each text field. */
export const maxLengths = {
  name: 100,
  primaryPhone: 40,
  company: 120,
  title: 120,
  website: 300,
  city: 120,
  bio: 500,
  headline: 80,
  asks: 200,
  offers: 200,
} as const satisfies Record<LockableField, number>;

/**
 * Applies a change to a profile. Members change their own, except for locked fields; admins change
 * everyone's, except for hidden fields and privacy. Setting a field to its current value is not a
 * change. Refuses with `not_yours`, `field_locked`, `field_hidden`, `privacy_not_yours` and
 * `locks_are_admins`, each naming its field.
 */
export function changeProfile(
  before: Profile,
  change: ProfileChange,
  editor: { readonly isSelf: boolean; readonly isAdmin: boolean },
): Result<Profile> {
  if (!editor.isSelf && !editor.isAdmin) return notYours;
  const { privacy, locked, ...texts } = change;
  if (locked && !editor.isAdmin && !areSameLocks(locked, before.locked)) return locksAreAdmins;
  const after: Profile = {
    ...before,
    ...omitUndefined(texts),
    ...blankToNull(texts),
    privacy: { ...before.privacy, ...omitUndefined(privacy ?? {}) },
    locked: locked ? lockableFields.filter((field) => locked.includes(field)) : before.locked,
  };
  for (const field of hideableFields) {
    if (!editor.isSelf && after.privacy[field] !== before.privacy[field]) {
      return refuse('forbidden', 'privacy_not_yours', 'Only this member can choose who sees this', {
        field: `privacy.${field}`,
      });
    }
  }
  for (const field of optionalFields) {
    // Even if the value is the same: accepting it would reveal the value.
    if (!editor.isSelf && before.privacy[field] === 'me' && change[field] !== undefined) {
      return refuse('forbidden', 'field_hidden', 'Visible only to this member', { field });
    }
  }
  if (!editor.isAdmin) {
    const touched = changedFields(before, after).find((field) =>
      before.locked.some((lock) => lock === getLock(field)),
    );
    if (touched) {
      return refuse('forbidden', 'field_locked', 'Locked by an admin', { field: touched });
    }
  }
  return ok(after);
}

export const textFields = ['firstName', 'lastName', ...optionalFields] as const;
export type ProfileTextField = (typeof textFields)[number];

/** The text fields that differ. */
export function changedFields(before: Profile, after: Profile): ProfileTextField[] {
  return textFields.filter((field) => before[field] !== after[field]);
}

/** The lock that applies to a text field. */
function getLock(field: ProfileTextField): LockableField {
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

function areSameLocks(some: readonly LockableField[], others: readonly LockableField[]): boolean {
  return lockableFields.every((field) => some.includes(field) === others.includes(field));
}

/** Blank optional texts become null. */
function blankToNull(
  texts: Pick<ProfileChange, OptionalField>,
): Partial<Record<OptionalField, null>> {
  return Object.fromEntries(
    optionalFields.filter((field) => texts[field]?.trim() === '').map((field) => [field, null]),
  );
}

function omitUndefined<T extends object>(
  fields: T,
): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}

/** In the audit, in the place of what admins may not see. */
export const onlyTheySeeIt = '(only they see it)';

/**
 * Before and after for the audit: only what differs, and for fields hidden from admins only that
 * they differ.
 */
export function toAuditedChange(before: Profile, after: Profile) {
  const texts = changedFields(before, after);
  const hidden = (field: ProfileTextField) =>
    field !== 'firstName' &&
    field !== 'lastName' &&
    (before.privacy[field] === 'me' || after.privacy[field] === 'me');
  const audienceFields = hideableFields.filter((f) => before.privacy[f] !== after.privacy[f]);
  const side = (profile: Profile) => ({
    ...Object.fromEntries(texts.map((f) => [f, hidden(f) ? onlyTheySeeIt : profile[f]])),
    ...(audienceFields.length > 0
      ? { privacy: Object.fromEntries(audienceFields.map((f) => [f, profile.privacy[f]])) }
      : {}),
    ...(areSameLocks(before.locked, after.locked) ? {} : { locked: profile.locked }),
  });
  return { before: side(before), after: side(after) };
}
