/** A member's profile. Separate because only the profile page needs it. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { lineRules, textRules } from '#kit/line.ts';
import { outsideUrlOf } from '#kit/outside-url.ts';
import { requiredText, toHalfWidth, trimmedText } from '#kit/text.ts';
import { memberDetail } from './membership-contract.ts';
import {
  audiences,
  type HideableField,
  hideableFields,
  lockableFields,
  maxLengths,
  type OptionalField,
  optionalFields,
  type ProfileTextField,
} from './profile.ts';

const audience = z.enum(audiences);
const audienceFields = Object.fromEntries(
  hideableFields.map((field) => [field, audience]),
) as Record<HideableField, typeof audience>;
const storedText = z.nullable(z.string());

export const memberProfile = z.extend(memberDetail, {
  /** What a press on the number dials (RFC 3966); null without one. */
  phoneUrl: z.nullable(z.string()),
  ...(Object.fromEntries(optionalFields.map((field) => [field, storedText])) as Record<
    OptionalField,
    typeof storedText
  >),
  /** Who sees which field; null unless the caller is the owner or an admin. */
  privacy: z.nullable(z.object(audienceFields)),
  /** Fields only admins may change; null unless the caller is the owner or an admin. */
  locked: z.nullable(z.array(z.enum(lockableFields))),
});
export type MemberProfile = z.output<typeof memberProfile>;

/** Trimmed; a blank text clears the field. */
const optionalText = (maxLength: number) => z.nullable(trimmedText(maxLength).check(...textRules));

/** What people write before or after a number to say whose it is, and where. */
const label =
  '(?:(?:t[eé]l(?:[eé](?:ph|f)one?)?|ph(?:one)?|m[oó]b(?:ile?)?|m[oó]vil|cel(?:l(?:ular)?|ular)?|handy|portable|home|work|office|direct|main|whats ?app|signal)(?: (?:number|no))?)';
const labelBefore = new RegExp(`^[([]?(?:${label}|[TMPCHWD])[)\\]]?[ .:#]{0,4}(?=[+(\\d])`, 'i');
const labelAfter = new RegExp(`[ ,:-]*(?:[([]?${label}|[([ ][TMPCHWD])[)\\]]?$`, 'i');

/** What people copy along with a number, such as marks that nobody sees, is no reason to refuse it. */
const cleanPhone = (text: string): string =>
  toHalfWidth(text)
    .replaceAll(/\p{Cf}|(?:☎|📞|📱)\ufe0f?/gu, '')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replaceAll(/[−ー]/g, '-')
    .replaceAll(/[·•∙]/g, '.')
    .replaceAll(/\s+/g, ' ')
    .trim()
    // As programs write a column of numbers with gaps, or of texts.
    .replace(/^(\d{7,})\.0+$/, '$1')
    .replace(/^['‘’](?=[+(\d])/, '')
    .replaceAll(/ ?(?:or|and|&) ?(?=[+(\d])/gi, ' / ')
    .replace(labelBefore, '')
    .replace(labelAfter, '');

const optionalLine = (maxLength: number) => z.nullable(trimmedText(maxLength).check(...lineRules));

/** As countries and people write numbers, with an extension; which digits exist is not checked. */
const isPhone = (text: string) =>
  /^[+\d\s()[\]./,;*\u2010-\u2015-]*(?:(?:ext(?:ension|n)?[.:=]?|x|#)\s*\d+\)?)?$/i.test(text) &&
  /\d{3}/.test(text.replaceAll(/\D/g, ''));

/** Validation of each text field. */
export const profileTexts = {
  firstName: requiredText(maxLengths.name).check(...lineRules),
  lastName: trimmedText(maxLengths.name).check(...lineRules),
  primaryPhone: z.nullable(
    trimmedText(maxLengths.primaryPhone).check(
      z.overwrite(cleanPhone),
      z.maxLength(maxLengths.primaryPhone, `Must be at most ${maxLengths.primaryPhone} characters`),
      z.refine((text) => text === '' || isPhone(text), 'Must be a phone number'),
    ),
  ),
  company: optionalLine(maxLengths.company),
  title: optionalLine(maxLengths.title),
  website: z.nullable(outsideUrlOf(maxLengths.website)),
  city: optionalLine(maxLengths.city),
  bio: optionalText(maxLengths.bio),
  headline: optionalLine(maxLengths.headline),
  asks: optionalText(maxLengths.asks),
  offers: optionalText(maxLengths.offers),
} satisfies Record<ProfileTextField, unknown>;

const profileChange = z.strictObject({
  ...z.partial(z.object(profileTexts)).shape,
  privacy: z.optional(z.partial(z.strictObject(audienceFields))),
  locked: z.optional(z.array(z.enum(lockableFields)).check(z.maxLength(lockableFields.length))),
  /** The owner still looks for it: others see it on Home again. */
  keepsAsks: z.optional(z.literal(true)),
});

const memberParams = z.strictObject({ memberId: id<'member'>() });
const tag = 'Members';

export const profileCalls = {
  /** 404 for inactive members, except for admins. */
  profile: endpoint({
    method: 'GET',
    path: '/members/{memberId}',
    tag,
    summary:
      "Read a member's profile as the caller sees it, or with `as=member` as any other member does",
    policy: 'member',
    params: memberParams,
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
    params: memberParams,
    body: profileChange,
    reply: memberProfile,
    version: ({ version }) => version,
  }),
};
