import { type ReactNode, useRef } from 'react';
import { FormProvider, type UseFormReturn, useForm, useFormState } from 'react-hook-form';
import { getRefusal } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { EventFields, RoomFields } from './event-fields.tsx';
import {
  type EventForm,
  type FilledEventForm,
  faultsOf,
  isFilled,
  requiredFieldsMessage,
} from './event-form.ts';

/** The form as it is typed; whoever saves it has one that is filled. */
export type EventFormReturn = UseFormReturn<EventForm, unknown, FilledEventForm>;

/** The form of an event; later changes of `initial` change nothing. */
export function useEventForm(initial: EventForm): EventFormReturn {
  return useForm<EventForm, unknown, FilledEventForm>({
    defaultValues: initial,
    mode: 'onTouched',
    resolver: (values) => {
      const faults = Object.entries(faultsOf(values));
      if (faults.length === 0 && isFilled(values)) return { values, errors: {} };
      const errors = faults.map(([name, message]) => [name, { type: 'rule', message }]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
  });
}

/** Puts what the server says about a field beside that field too. */
export function showRefusal(form: EventFormReturn, error: unknown): void {
  const refusal = getRefusal(error);
  const field = Object.keys(form.getValues()).find((name) => name === refusal?.field);
  if (!refusal || !field) return;
  form.setError(field as keyof EventForm, { type: 'server', message: refusal.message });
}

/** The form of an event, new or known. Nothing typed is lost until it is saved or discarded. */
export function EventFormDialog({
  form,
  open,
  onClose,
  title,
  description,
  submitLabel,
  busyLabel,
  isBusy,
  isKnown = false,
  before,
  recurrence,
  after,
  failure,
  instead,
  insteadFooter,
  onSave,
}: {
  form: EventFormReturn;
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  submitLabel: string;
  busyLabel: string;
  isBusy: boolean;
  /** Of an event that is there the day can change. */
  isKnown?: boolean | undefined;
  /** Above the fields: how much of a series is meant, or which calendar. */
  before?: ReactNode;
  /** How it repeats. */
  recurrence: ReactNode;
  /** Below the fields: what saving touches. */
  after?: ReactNode;
  /** Why the last attempt failed; stays until the next. */
  failure?: ReactNode;
  /** Stands in place of the fields, which keep what was typed. */
  instead?: ReactNode;
  insteadFooter?: ReactNode;
  onSave: (values: FilledEventForm) => void;
}) {
  const titleField = useRef<HTMLInputElement>(null);
  const { isDirty } = useFormState({ control: form.control });
  const save = form.handleSubmit((values) => {
    if (!isBusy) onSave(values);
  });
  return (
    <FormProvider {...form}>
      <Dialog
        open={open}
        onClose={onClose}
        title={title}
        description={description}
        // Whatever stands above it, a new event begins with what it is called.
        initialFocus={isKnown ? undefined : titleField}
        size="lg"
        isBusy={isBusy}
        onSubmit={(event) => void save(event)}
        isChanged={isDirty}
        footer={
          <>
            {!instead && <FormMessage failure={failure} />}
            {insteadFooter || (
              <>
                <DialogClose disabled={isBusy} />
                <Button type="submit" variant="primary" isBusy={isBusy} busyLabel={busyLabel}>
                  {submitLabel}
                </Button>
              </>
            )}
          </>
        }
      >
        {instead}
        <div className={instead ? 'hidden' : 'flex flex-col gap-4'}>
          {before}
          <EventFields
            hasStartDate={isKnown}
            titleRef={(field) => {
              titleField.current = field;
            }}
          />
          {recurrence}
          <RoomFields />
          {after}
        </div>
      </Dialog>
    </FormProvider>
  );
}

/** The one sentence about the whole form, next to the button that was pressed. */
function FormMessage({ failure }: { failure: ReactNode }) {
  const { errors, isSubmitted } = useFormState<EventForm>();
  const isIncomplete = isSubmitted && errors.title?.type === 'rule';
  const message = isIncomplete ? requiredFieldsMessage : failure;
  return (
    message && (
      <Notice tone="error" className="basis-full!">
        {message}
      </Notice>
    )
  );
}
