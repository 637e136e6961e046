/** A member's profile. Separate because only the profile page needs it. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { lineRules } from '#kit/line.ts';
import { requiredText, trimmedText } from '#kit/text.ts';
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
const optionalText = (maxLength: number) => z.nullable(trimmedText(maxLength));

/** As `optionalText`, cleaned before it is checked. */
function cleanText(
  maxLength: number,
  clean: (text: string) => string,
  isValid: (text: string) => boolean,
  message: string,
) {
  return z.nullable(
    trimmedText(maxLength).check(
      z.overwrite(clean),
      z.maxLength(maxLength, `Must be at most ${maxLength} characters`),
      z.refine((text) => text === '' || isValid(text), message),
    ),
  );
}

// What people copy along with a number or an address is no reason to refuse it.

/** Marks that nobody sees, such as those around a number that was copied from a page. */
const invisible = /\p{Cf}/gu;

/** What people write before or after a number to say whose it is. */
const label = '(?:tel(?:ephone)?|phone|mobile|mob|cell|home|work|office)';
const labelBefore = new RegExp(`^(?:${label}|[TMPC])[.:]{0,2} ?(?=[+(\\d])`, 'i');
const labelAfter = new RegExp(` ?[([]?${label}[)\\]]?$`, 'i');

const cleanPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    // A column of numbers with gaps, as programs write it.
    .replace(/^(\d{7,})\.0$/, '$1')
    .replace(labelBefore, '')
    .replace(labelAfter, '');

/** A host and what may follow it, as people write an address: `example.org/about`. */
const bareAddress = /^(?:[\p{L}\d-]{1,63}\.){1,10}\p{L}{2,63}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

function cleanWebsite(text: string): string {
  const address = text.replaceAll(invisible, '').trim();
  return bareAddress.test(address) ? `https://${address}` : address;
}

const optionalLine = (maxLength: number) => z.nullable(trimmedText(maxLength).check(...lineRules));

/** Known to browsers and Node alike, though not part of the language. */
declare const URL: { canParse(text: string): boolean };
/** Absolute http(s) URLs without credentials. Their own, so that no other screen loads them. */
const outside = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/;
const isUrl = (text: string) => outside.test(text) && URL.canParse(text);
/** As countries and people write numbers, with an extension; which digits exist is not checked. */
const isPhone = (text: string) =>
  /^[+\d\s()[\]./,;*\u2010-\u2015-]*(?:(?:ext(?:ension|n)?[.:=]?|x|#)\s*\d+\)?)?$/i.test(text) &&
  /\d{3}/.test(text.replaceAll(/\D/g, ''));

/** Validation of each text field. */
export const profileTexts = {
  firstName: requiredText(maxLengths.name).check(...lineRules),
  lastName: trimmedText(maxLengths.name).check(...lineRules),
  primaryPhone: cleanText(maxLengths.primaryPhone, cleanPhone, isPhone, 'Must be a phone number'),
  company: optionalLine(maxLengths.company),
  title: optionalLine(maxLengths.title),
  website: cleanText(
    maxLengths.website,
    cleanWebsite,
    isUrl,
    'Must be a URL that starts with https:// or http://',
  ),
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
