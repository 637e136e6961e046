/** A profile as it is typed, and what of it is to be sent. */
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

export type TypedProfile = {
  firstName: string;
  lastName: string;
  privacy: Record<HideableField, Audience>;
  locked: Record<LockableField, boolean>;
} & Record<OptionalField, string>;

export function typedOf(profile: MemberProfile): TypedProfile {
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

/** What was changed since the form began, so that nobody else's change is undone. */
export function changeOf(before: TypedProfile, typed: TypedProfile): ProfileChange {
  const texts = [...(['firstName', 'lastName'] as const), ...optionalFields];
  const changed = texts.filter((field) => textOf(field, typed) !== before[field]);
  const audiences = hideableFields.filter((f) => typed.privacy[f] !== before.privacy[f]);
  const isLockChanged = lockableFields.some((f) => typed.locked[f] !== before.locked[f]);
  return {
    ...Object.fromEntries(changed.map((field) => [field, textOf(field, typed)])),
    ...(audiences.length > 0 && {
      privacy: Object.fromEntries(audiences.map((field) => [field, typed.privacy[field]])),
    }),
    ...(isLockChanged && { locked: lockableFields.filter((field) => typed.locked[field]) }),
  };
}

function textOf(field: keyof typeof profileTexts, typed: TypedProfile): string {
  const text = typed[field].trim();
  return field === 'website' ? withScheme(text) : text;
}

/** People write `harbor.example` and mean a page there. */
function withScheme(text: string): string {
  return text !== '' && !/^[a-z][a-z0-9+.-]*:/i.test(text) ? `https://${text}` : text;
}

/** What is wrong with a text, as the server would say it; true when nothing is. */
export function whyNot(field: keyof typeof profileTexts, text: string): string | true {
  const read = profileTexts[field].safeParse(field === 'website' ? withScheme(text.trim()) : text);
  return read.success || (read.error.issues[0]?.message ?? 'Invalid value');
}
