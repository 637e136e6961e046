import type { ReactNode } from 'react';
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { checkName } from '#features/identity/web/shared/checks.ts';
import type { EventPolicy } from '#kit/role.ts';
import { Switch } from '#web/ui/fields/checkbox.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { type ChapterSettings, chapterSettings } from '../chapter-contract.ts';
import { EventPolicyField, PolicyField } from './policy-field.tsx';
import { listTimeZones } from './time-zones.ts';

const linkFields = [
  ['chapterSiteUrl', 'Chapter Site'],
  ['networkHubUrl', 'Network Hub'],
  ['learningCentreUrl', 'Learning Center'],
  ['localPlatformUrl', 'Local Platform'],
] as const;

type LinkName = (typeof linkFields)[number][0];
type FieldName = 'name' | 'timeZone' | 'policy' | 'eventPolicy' | `links.${LinkName}`;

/** What a form of them starts with. */
export type ChapterFieldValues = ChapterSettings & {
  eventPolicy: EventPolicy;
  membersSeeWallets: boolean;
};

/** The fields of a chapter's settings: name, time zone, policy and links. */
export function ChapterFields({
  register,
  visibility,
  errors,
  timeZone,
  money,
}: {
  register: (
    name: FieldName,
    rules?: { validate: (text: string) => true | string },
  ) => UseFormRegisterReturn;
  /** Registers `membersSeeWallets`, which is no text. */
  visibility: UseFormRegisterReturn;
  errors: FieldErrors<ChapterSettings>;
  /** The form's initial time zone. */
  timeZone: string;
  /** More fields about money. */
  money?: ReactNode;
}) {
  return (
    <div className="@container flex flex-col gap-5">
      <div className="grid grid-cols-1 items-start gap-4 @min-[44rem]:grid-cols-2">
        <TextField
          label="Chapter Name"
          required
          help={'For example "San Diego". Shown as "San Diego chapter".'}
          error={errors.name?.message}
          {...register('name', { validate: checkName('the chapter name') })}
        />
        <Select
          label="Time Zone"
          required
          help="Dates are shown in this time zone. Existing calendars keep their own."
          options={listTimeZones(timeZone)}
          error={errors.timeZone?.message}
          {...register('timeZone')}
        />
      </div>
      <PolicyField register={register('policy')} />
      <Switch
        label="Members see each other's wallets and balances"
        description="If off, only treasurers and admins see everyone's. Shares of expenses stay visible."
        {...visibility}
      />
      {money}
      <EventPolicyField register={register('eventPolicy')} />
      <fieldset className="min-w-0">
        <legend className="font-medium">Links</legend>
        <p className="mb-3 text-xs text-third">Those left empty read “Coming Soon”</p>
        <div className="grid gap-x-3 gap-y-4 @min-[24rem]:grid-cols-2">
          {linkFields.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              type="url"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              error={errors.links?.[name]?.message}
              {...register(`links.${name}`, { validate: (text) => validateLink(name, text) })}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

function validateLink(name: LinkName, text: string): true | string {
  const read = chapterSettings.shape.links.shape[name].safeParse(text);
  return read.success || (read.error.issues[0]?.message ?? 'Must be a URL');
}
