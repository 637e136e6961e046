/** One member's profile: apart, because only their own page needs it. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { requiredText, trimmedText } from '#kit/text.ts';
import { audiences, lockableFields, longest } from './profile.ts';
import { memberDetail } from './standing-contract.ts';

const audience = z.enum(audiences);
const audienceOf = {
  email: audience,
  primaryPhone: audience,
  company: audience,
  title: audience,
  website: audience,
  city: audience,
  bio: audience,
};

export const memberProfile = z.extend(memberDetail, {
  company: z.nullable(z.string()),
  title: z.nullable(z.string()),
  website: z.nullable(z.string()),
  city: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  /** Who sees what; null for everybody but its owner and admins. */
  privacy: z.nullable(z.object(audienceOf)),
  /** What only admins change; null for everybody but its owner and admins. */
  locked: z.nullable(z.array(z.enum(lockableFields))),
});
export type MemberProfile = z.output<typeof memberProfile>;

/** Trimmed; nothing but blanks empties the field. */
function optionalText(most: number, isFit: (text: string) => boolean = () => true, why = '') {
  return z.nullable(trimmedText(most).check(z.refine((text) => text === '' || isFit(text), why)));
}

/** Where a link may lead: out, by HTTP, never to a script, and with nobody's password in it. */
const outside = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/;
const isUrl = (text: string) => outside.test(text) && z.url().safeParse(text).success;
const isPhone = (text: string) =>
  /^\+?[\d\s()./-]*(?:\s*(?:x|ext\.?)\s*\d+)?$/i.test(text) &&
  /\d{3}/.test(text.replaceAll(/\D/g, ''));
const isLine = (text: string) => !/\p{Cc}/u.test(text);
const toSingleLine = 'Must be one line';

/** Each text of a profile, as it may be sent. */
export const profileTexts = {
  firstName: requiredText(longest.name).check(z.refine(isLine, toSingleLine)),
  lastName: trimmedText(longest.name).check(z.refine(isLine, toSingleLine)),
  primaryPhone: optionalText(longest.primaryPhone, isPhone, 'Must be a phone number'),
  company: optionalText(longest.company, isLine, toSingleLine),
  title: optionalText(longest.title, isLine, toSingleLine),
  website: optionalText(
    longest.website,
    isUrl,
    'Must be a URL that starts with https:// or http://',
  ),
  city: optionalText(longest.city, isLine, toSingleLine),
  bio: optionalText(longest.bio),
};

const profileChange = z.strictObject({
  ...z.partial(z.object(profileTexts)).shape,
  privacy: z.optional(z.partial(z.strictObject(audienceOf))),
  locked: z.optional(z.array(z.enum(lockableFields)).check(z.maxLength(lockableFields.length))),
});

const ofMember = z.strictObject({ memberId: id<'member'>() });
const tag = 'Members';

export const profileCalls = {
  /** 404 for who is not active any more, unless an admin asks. */
  profile: endpoint({
    method: 'GET',
    path: '/members/{memberId}',
    tag,
    summary:
      "Read a member's profile as the caller sees it, or with `as=member` as any other member does",
    policy: 'member',
    params: ofMember,
    query: z.strictObject({ as: z.optional(z.literal('member')) }),
    reply: memberProfile,
    version: ({ version }) => version,
  }),
  /** 403 `not_yours`, `field_locked`, `field_hidden`, `privacy_not_yours`, `locks_are_admins`. */
  change: endpoint({
    method: 'PATCH',
    path: '/members/{memberId}',
    tag,
    summary: "Update your own profile and who sees it; admins can update anyone's and lock fields",
    policy: 'member',
    params: ofMember,
    body: profileChange,
    reply: memberProfile,
    version: ({ version }) => version,
  }),
};
