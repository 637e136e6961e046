import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Id } from '#kit/id.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { maxCalendarNameLength } from '../../contract.ts';
import type { Calendar } from '../../listing-contract.ts';
import { useChangeCalendar, useCreateCalendar } from './calendar-queries.ts';

type CalendarForm = { name: string; isMain: boolean };

/** Creates a calendar, or renames one and sets it as the main calendar. */
export function CalendarDialog({
  calendar,
  onSaved,
  ...overlay
}: OverlayProps & {
  /** Undefined for a new calendar. */
  calendar: Calendar | undefined;
  onSaved: (calendar: Id<'calendar'>) => void;
}) {
  const create = useCreateCalendar();
  const change = useChangeCalendar();
  const idempotency = useIdempotencyKey();
  const [before] = useState(calendar);
  const form = useForm<CalendarForm>({
    defaultValues: { name: before?.name ?? '', isMain: before?.isMain ?? false },
    mode: 'onTouched',
  });
  const { errors, isDirty } = form.formState;
  const isBusy = create.isPending || change.isPending;
  const failed = before ? 'Failed to update calendar' : 'Failed to create calendar';
  const error = create.error ?? change.error;
  const save = useSubmitOnce(
    async ({ name, isMain }: CalendarForm) => {
      if (before) {
        const saved = await change.mutateAsync({ id: before.id, name: name.trim(), isMain });
        toast.success('Calendar updated successfully');
        return onSaved(saved.id);
      }
      const idempotencyKey = idempotency.keyFor(name);
      const made = await create.mutateAsync({ name: name.trim(), idempotencyKey });
      idempotency.done();
      toast.success('Calendar created successfully');
      return onSaved(made.id);
    },
    () => toast.error(failed),
  );
  const submit = form.handleSubmit((filled) => {
    if (!isBusy) save(filled);
  });
  return (
    <Dialog
      {...overlay}
      title={before ? 'Edit Calendar' : 'Create New Calendar'}
      description={
        before ? 'Rename it or set it as the main calendar' : 'For a separate kind of event'
      }
      isBusy={isBusy}
      onSubmit={(event) => void submit(event)}
      isChanged={isDirty}
      footer={
        <>
          <WriteFailure error={error} className="basis-full!" />
          <DialogSubmit isBusy={isBusy} busyLabel={before ? 'Updating...' : 'Creating...'}>
            {before ? 'Update Calendar' : 'Create Calendar'}
          </DialogSubmit>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          {...form.register('name', {
            validate: (name) => name.trim() !== '' || 'Name is required',
          })}
          label="Name"
          required
          maxLength={maxCalendarNameLength}
          autoComplete="off"
          error={errors.name?.message}
        />
        {before?.isMain === false && (
          <Checkbox
            {...form.register('isMain')}
            label="Main calendar"
            description="Used by expenses. Replaces the current main calendar."
          />
        )}
        {before?.isMain && (
          <p className="text-third">
            This is the main calendar, used by expenses. To change that, set another calendar as the
            main one.
          </p>
        )}
      </div>
    </Dialog>
  );
}
