/** The form values of a profile and the changes to send. */
import { mergeInput } from '#web/screen/record/merge-input.ts';
import {
  type Audience,
  type HideableField,
  hideableFields,
  type LockableField,
  lockableFields,
  type OptionalField,
  openPrivacy,
  optionalFields,
  type ProfileChange,
} from '../../profile.ts';
import { type MemberProfile, profileTexts } from '../../profile-contract.ts';

export type ProfileFormValues = {
  firstName: string;
  lastName: string;
  privacy: Record<HideableField, Audience>;
  locked: Record<LockableField, boolean>;
} & Record<OptionalField, string>;

export function toFormValues(profile: MemberProfile): ProfileFormValues {
  const { firstName, lastName, privacy, locked } = profile;
  const texts = optionalFields.map((field) => [field, profile[field] ?? '']);
  return {
    firstName,
    lastName,
    ...(Object.fromEntries(texts) as Record<OptionalField, string>),
    privacy: { ...(privacy ?? openPrivacy) },
    locked: Object.fromEntries(
      lockableFields.map((field) => [field, locked?.includes(field) ?? false]),
    ) as Record<LockableField, boolean>,
  };
}

/** What was typed about a newer version; each audience and each lock is a field of its own. */
export function mergeProfile(
  typed: ProfileFormValues,
  before: ProfileFormValues,
  newer: ProfileFormValues,
): ProfileFormValues {
  return {
    ...mergeInput(typed, before, newer),
    privacy: mergeInput(typed.privacy, before.privacy, newer.privacy),
    locked: mergeInput(typed.locked, before.locked, newer.locked),
  };
}

/** Only the changed fields, so that others' changes are not undone. */
export function findChanges(before: ProfileFormValues, typed: ProfileFormValues): ProfileChange {
  const texts = [...(['firstName', 'lastName'] as const), ...optionalFields];
  const changed = texts.filter((field) => normalizeText(field, typed) !== before[field]);
  const audiences = hideableFields.filter((f) => typed.privacy[f] !== before.privacy[f]);
  const isLockChanged = lockableFields.some((f) => typed.locked[f] !== before.locked[f]);
  return {
    ...Object.fromEntries(changed.map((field) => [field, normalizeText(field, typed)])),
    ...(audiences.length > 0 && {
      privacy: Object.fromEntries(audiences.map((field) => [field, typed.privacy[field]])),
    }),
    ...(isLockChanged && { locked: lockableFields.filter((field) => typed.locked[field]) }),
  };
}

function normalizeText(field: keyof typeof profileTexts, typed: ProfileFormValues): string {
  const text = typed[field].trim();
  return field === 'website' ? addScheme(text) : text;
}

/** Completes addresses such as `harbor.example`. */
function addScheme(text: string): string {
  return text !== '' && !/^[a-z][a-z0-9+.-]*:/i.test(text) ? `https://${text}` : text;
}

/** The server's message about an invalid text; true if it is valid. */
export function validateText(field: keyof typeof profileTexts, text: string): string | true {
  const read = profileTexts[field].safeParse(field === 'website' ? addScheme(text.trim()) : text);
  return read.success || (read.error.issues[0]?.message ?? 'Invalid value');
}
