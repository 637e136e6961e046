import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import LockKeyholeOpen from 'lucide-react/icons/lock-keyhole-open';
import type { ReactNode } from 'react';
import {
  type UseFormRegisterReturn,
  type UseFormReturn,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { Select } from '#web/ui/fields/select.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import {
  audiences,
  fieldLabels,
  type HideableField,
  type LockableField,
  maxLengths,
  type OptionalField,
} from '../../profile.ts';
import type { MemberProfile } from '../../profile-contract.ts';
import { type ProfileFormValues, validateText } from './profile-form.ts';
import { audienceNames } from './profile-labels.ts';

const audienceOptions = audiences.map((value) => ({ value, label: audienceNames[value] }));

const longFields = [
  { field: 'asks', rows: 2, help: "What you're looking for: an introduction, advice, a hire" },
  { field: 'offers', rows: 2, help: 'What you can help with' },
  { field: 'bio', rows: 4, help: undefined },
] as const;
type LongField = (typeof longFields)[number]['field'];

const textFields: readonly {
  field: Exclude<OptionalField, LongField>;
  type?: string;
  complete: string;
}[] = [
  { field: 'headline', complete: 'off' },
  { field: 'primaryPhone', type: 'tel', complete: 'tel' },
  { field: 'title', complete: 'organization-title' },
  { field: 'company', complete: 'organization' },
  { field: 'website', type: 'url', complete: 'url' },
  { field: 'city', complete: 'address-level2' },
];

/** The fields of a profile, each with its audience or its lock beside it. */
export function ProfileFields({
  form,
  member,
  isOwn,
  isAdmin,
}: {
  form: UseFormReturn<ProfileFormValues>;
  member: MemberProfile;
  isOwn: boolean;
  isAdmin: boolean;
}) {
  const { register, control } = form;
  // useFormState subscribes; the form itself keeps its identity and would not rerender.
  const { errors } = useFormState({ control });
  const lengths = useWatch({ control, name: ['asks', 'offers', 'bio'] }).map(
    (typed) => typed.length,
  );
  const isLocked = (field: LockableField) => !isAdmin && member.locked?.includes(field) === true;
  const isHidden = (field: HideableField) => !isOwn && member.privacy?.[field] === 'me';
  const text = (
    field: keyof typeof maxLengths | 'firstName' | 'lastName',
    lock: LockableField,
  ) => ({
    disabled: isLocked(lock) || (field in fieldLabels && isHidden(field as HideableField)),
    help: isLocked(lock)
      ? 'Locked by an admin'
      : field in fieldLabels && isHidden(field as HideableField)
        ? 'Visible only to this member'
        : undefined,
  });
  const aside = (field: HideableField | 'name') =>
    isOwn && field !== 'name' ? (
      <Select
        label={`Who sees ${fieldLabels[field]}`}
        options={audienceOptions}
        {...register(`privacy.${field}`)}
      />
    ) : !isOwn && field !== 'email' ? (
      <LockToggle
        of={field === 'name' ? 'Name' : fieldLabels[field]}
        input={register(`locked.${field}`)}
      />
    ) : null;
  const textError = (field: keyof ProfileFormValues) => errors[field]?.message?.toString();

  return (
    <>
      <Row aside={aside('name')}>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label="First Name"
            required
            autoComplete={isOwn ? 'given-name' : 'off'}
            {...text('firstName', 'name')}
            error={textError('firstName')}
            {...register('firstName', { validate: (typed) => validateText('firstName', typed) })}
          />
          <TextField
            label="Last Name"
            autoComplete={isOwn ? 'family-name' : 'off'}
            {...text('lastName', 'name')}
            error={textError('lastName')}
            {...register('lastName', { validate: (typed) => validateText('lastName', typed) })}
          />
        </div>
      </Row>
      {isOwn && (
        <Row aside={aside('email')}>
          <TextField
            label="Email"
            readOnly
            value={member.email}
            help="Your account's email address"
          />
        </Row>
      )}
      {textFields.map(({ field, type, complete }) => (
        <Row key={field} aside={aside(field)}>
          <TextField
            label={fieldLabels[field]}
            {...(type && { type })}
            autoComplete={isOwn ? complete : 'off'}
            {...text(field, field)}
            error={textError(field)}
            {...register(field, { validate: (typed) => validateText(field, typed) })}
          />
        </Row>
      ))}
      {longFields.map(({ field, rows, help }, index) => {
        const { disabled, help: why } = text(field, field);
        return (
          <Row key={field} aside={aside(field)}>
            <TextArea
              label={fieldLabels[field]}
              rows={rows}
              aside={`${lengths[index]} of ${maxLengths[field]}`}
              disabled={disabled}
              help={why ?? (isOwn ? help : undefined)}
              error={textError(field)}
              {...register(field, { validate: (typed) => validateText(field, typed) })}
            />
          </Row>
        );
      })}
    </>
  );
}

function Row({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  if (!aside) return children;
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_10.5rem] has-[>label]:grid-cols-[minmax(0,1fr)_auto] has-[>label]:gap-x-1">
      {children}
      {aside}
    </div>
  );
}

/** A checkbox that looks like a lock, beside the field it locks; the row styles its label. */
function LockToggle({ of, input }: { of: string; input: UseFormRegisterReturn }) {
  return (
    <label
      title={`Locked: ${of}`}
      className="group relative mt-6.5 flex size-9 items-center justify-center rounded-control text-third hover:bg-hover hover:text-ink has-checked:text-primary-ink has-focus-visible:outline-2 has-focus-visible:outline-primary pointer-coarse:size-11"
    >
      <input {...input} type="checkbox" className="absolute inset-0 cursor-pointer opacity-0" />
      <span className="sr-only">Locked: {of}</span>
      <LockKeyholeOpen aria-hidden="true" className="size-4 group-has-checked:hidden" />
      <LockKeyhole aria-hidden="true" className="size-4 not-group-has-checked:hidden" />
    </label>
  );
}
