import clsx from 'clsx';
import { useCallback, useRef } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { addDays } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, isTimeOfDay } from '#kit/day.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TimeField } from '#web/ui/fields/time-field.tsx';
import { maxDescriptionLength, maxLocationLength, maxTitleLength } from '../../event.ts';
import { maxGuests } from '../../rsvp/occurrence-rsvp.ts';
import { CategoryChoice } from './category-choice.tsx';
import { type EventForm, moveEnd, readMaxGuests, rsvpDeadlinesWith } from './event-form.ts';

/** When the event is, then what and where. */
export function EventFields({
  titleRef,
  isNew,
}: {
  titleRef: (field: HTMLInputElement | null) => void;
  isNew: boolean;
}) {
  const { register, setValue } = useFormContext<EventForm>();
  const { errors } = useFormState<EventForm>();
  const { ref: registered, ...titleField } = register('title');
  const isAllDay = useWatch<EventForm, 'isAllDay'>({ name: 'isAllDay' });
  const categoryColor = useWatch<EventForm, 'categoryColor'>({ name: 'categoryColor' });
  const setDefaultColor = useCallback(
    (color: string) => setValue('categoryColor', color),
    [setValue],
  );
  return (
    <>
      <div
        className={clsx(
          'grid items-start gap-x-3 gap-y-4 sm:grid-cols-2 sm:gap-x-4',
          !isAllDay && 'grid-cols-[3fr_2fr]',
        )}
      >
        <StartDateField />
        {!isAllDay && <StartTimeField />}
        <EndDateField />
        {!isAllDay && <EndTimeField />}
      </div>
      <AllDayField />
      <TextField
        {...titleField}
        ref={(field) => {
          registered(field);
          titleRef(field);
        }}
        label="Title"
        required
        maxLength={maxTitleLength}
        autoComplete="off"
        error={errors.title?.message}
      />
      <TextArea
        {...register('description')}
        label="Description"
        maxLength={maxDescriptionLength}
        error={errors.description?.message}
      />
      <TextField
        {...register('location')}
        label="Location"
        maxLength={maxLocationLength}
        autoComplete="off"
        error={errors.location?.message}
      />
      <CategoryChoice
        value={categoryColor}
        onValueChange={(color) => setValue('categoryColor', color, { shouldDirty: true })}
        onDefault={isNew ? setDefaultColor : undefined}
      />
    </>
  );
}

function StartDateField() {
  const { getValues, setValue } = useFormContext<EventForm>();
  const { dirtyFields } = useFormState<EventForm>();
  const { field, fieldState } = useController<EventForm, 'startDate'>({
    name: 'startDate',
    rules: { deps: ['endDate', 'endTime', 'until'] },
  });
  // While a date is typed, the field may be empty.
  const last = useRef<Day | ''>('');
  const change = (day: Day | '') => {
    const before = field.value || last.current;
    last.current = before;
    const endDate = getValues('endDate');
    if (before !== '' && day !== '' && endDate !== '' && !dirtyFields.endDate)
      setValue('endDate', addDays(endDate, daysBetween(before, day)));
    field.onChange(day);
  };
  return (
    <DateField
      ref={field.ref}
      label="Start Date"
      required
      value={field.value}
      onValueChange={change}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}

function EndDateField() {
  const startDate = useWatch<EventForm, 'startDate'>({ name: 'startDate' });
  const { field, fieldState } = useController<EventForm, 'endDate'>({
    name: 'endDate',
    // Another day may make the end time valid.
    rules: { deps: ['endTime'] },
  });
  return (
    <DateField
      ref={field.ref}
      label="End Date"
      value={field.value}
      min={startDate || undefined}
      help={field.value === '' ? 'Same day as start date' : undefined}
      aside={
        field.value !== '' && (
          <TextButton onClick={() => field.onChange('')}>Clear end date</TextButton>
        )
      }
      error={fieldState.error?.message}
      onValueChange={field.onChange}
      onBlur={field.onBlur}
    />
  );
}

function AllDayField() {
  const { getValues, setValue } = useFormContext<EventForm>();
  const { field } = useController<EventForm, 'isAllDay'>({
    name: 'isAllDay',
    rules: { deps: ['endDate'] },
  });
  const change = (isAllDay: boolean) => {
    // Times that are not shown cannot be mended.
    if (!isTimeOfDay(getValues('startTime')) || !isTimeOfDay(getValues('endTime'))) {
      setValue('startTime', '09:00');
      setValue('endTime', '10:00');
    }
    field.onChange(isAllDay);
  };
  return (
    <Checkbox ref={field.ref} label="All day" checked={field.value} onCheckedChange={change} />
  );
}

function StartTimeField() {
  const { register, getValues, setValue } = useFormContext<EventForm>();
  const { errors, dirtyFields } = useFormState<EventForm>();
  // While a time is typed, other times come and go, so the end moves with what was there before.
  const before = useRef<EventForm>(undefined);
  return (
    <TimeField
      {...register('startTime', {
        deps: ['endDate', 'endTime'],
        onChange: (change: { target: { value: string } }) => {
          const end =
            before.current &&
            moveEnd(before.current, change.target.value, dirtyFields.endTime === true);
          if (!end) return;
          setValue('endDate', end.endDate);
          setValue('endTime', end.endTime);
        },
      })}
      onFocus={() => {
        const values = getValues();
        before.current = {
          ...values,
          startTime: values.startTime || (before.current?.startTime ?? ''),
        };
      }}
      label="Start Time"
      error={errors.startTime?.message}
    />
  );
}

function EndTimeField() {
  const { register } = useFormContext<EventForm>();
  const { errors } = useFormState<EventForm>();
  return <TimeField {...register('endTime')} label="End Time" error={errors.endTime?.message} />;
}

/** The capacity and the RSVP deadline. */
export function RsvpLimitFields() {
  const { register } = useFormContext<EventForm>();
  const { errors } = useFormState<EventForm>();
  const rsvpCloses = useWatch<EventForm, 'rsvpCloses'>({ name: 'rsvpCloses' });
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <NumberField
        {...register('capacity')}
        label="Capacity"
        placeholder="No limit"
        help="When it's full, new RSVPs join the waitlist."
        maxLength={6}
        error={errors.capacity?.message}
      />
      <Select
        {...register('rsvpCloses')}
        label="RSVP Deadline"
        options={rsvpDeadlinesWith(rsvpCloses)}
        error={errors.rsvpCloses?.message}
      />
    </div>
  );
}

/**
 * The guest limit and who sees names, which most events leave as they are. `known` is the limit of the
 * event before the edit.
 */
export function MoreOptions({
  known,
  mayHideNames,
}: {
  known: number | undefined;
  mayHideNames: boolean;
}) {
  const { register, getValues } = useFormContext<EventForm>();
  const { errors } = useFormState<EventForm>();
  const entered = useWatch<EventForm, 'maxGuests'>({ name: 'maxGuests' });
  const isLowered = known !== undefined && (readMaxGuests(entered) ?? known) < known;
  return (
    <Disclosure
      summary="More options"
      isOpen={
        errors.maxGuests !== undefined ||
        (known !== undefined && known !== maxGuests) ||
        getValues('hidesNames')
      }
    >
      <NumberField
        {...register('maxGuests')}
        label="Guests per Member"
        placeholder={String(maxGuests)}
        help={
          isLowered
            ? 'Members who already bring more keep their guests. They can bring fewer, but no more.'
            : `Each member may bring up to ${maxGuests} guests, unless you enter fewer. 0 means members only.`
        }
        maxLength={2}
        error={errors.maxGuests?.message}
      />
      {mayHideNames && (
        <Checkbox
          {...register('hidesNames')}
          label="Hide who is coming"
          description="Only the host, treasurers, and admins see names; everyone else sees how many. Applies to all dates."
          className="mt-4"
        />
      )}
    </Disclosure>
  );
}
