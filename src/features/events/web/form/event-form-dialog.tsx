import { type ReactNode, useRef } from 'react';
import { FormProvider, type UseFormReturn, useForm, useFormState } from 'react-hook-form';
import { getRefusal } from '#web/api/call-error.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import { EventFields, MoreOptions, RsvpLimitFields } from './event-fields.tsx';
import {
  type EventForm,
  type FilledEventForm,
  isFilled,
  requiredFieldsMessage,
  validateEvent,
} from './event-form.ts';

/** Submits only a form that is filled in. */
export type EventFormState = UseFormReturn<EventForm, unknown, FilledEventForm>;

/** Later changes of `initial` are ignored. */
export function useEventForm(initial: EventForm): EventFormState {
  return useForm<EventForm, unknown, FilledEventForm>({
    defaultValues: initial,
    mode: 'onTouched',
    resolver: (values) => {
      const problems = Object.entries(validateEvent(values));
      if (problems.length === 0 && isFilled(values)) return { values, errors: {} };
      const errors = problems.map(([name, message]) => [name, { type: 'rule', message }]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
  });
}

/** Shows a refusal about a field next to that field. */
export function showRefusal(form: EventFormState, error: unknown): void {
  const refusal = getRefusal(error);
  const field = Object.keys(form.getValues()).find((name) => name === refusal?.field);
  if (!refusal || !field) return;
  form.setError(field as keyof EventForm, { type: 'server', message: refusal.message });
}

/** The dialog for a new or existing event. Entered values are kept until saved or discarded. */
export function EventFormDialog({
  form,
  title,
  description,
  submitLabel,
  busyLabel,
  isBusy,
  isKnown = false,
  knownMaxGuests,
  mayHideNames = true,
  before,
  recurrence,
  after,
  failure,
  instead,
  insteadFooter,
  onSave,
  ...overlay
}: OverlayProps & {
  form: EventFormState;
  title: string;
  description: ReactNode;
  submitLabel: string;
  busyLabel: string;
  isBusy: boolean;
  /** The event exists, so the first field takes the focus instead of the title. */
  isKnown?: boolean | undefined;
  /** The guest limit before the edit. */
  knownMaxGuests?: number | undefined;
  /** Whether the user chooses who sees who is coming. */
  mayHideNames?: boolean | undefined;
  /** Above the fields: the choice of scope or calendar. */
  before?: ReactNode;
  /** The recurrence fields. */
  recurrence: ReactNode;
  /** Below the fields: what saving affects. */
  after?: ReactNode;
  /** Why the last attempt failed; shown until the next one. */
  failure?: ReactNode;
  /** Shown instead of the fields, which keep their values. */
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
        {...overlay}
        title={title}
        description={description}
        // The proposed day and time often fit, the title never does.
        initialFocus={isKnown ? undefined : titleField}
        size="lg"
        isBusy={isBusy}
        onSubmit={(event) => void save(event)}
        isChanged={isDirty}
        footer={
          <>
            {!instead && <FormMessage failure={failure} />}
            {insteadFooter || (
              <DialogSubmit isBusy={isBusy} busyLabel={busyLabel}>
                {submitLabel}
              </DialogSubmit>
            )}
          </>
        }
      >
        {instead}
        <div className={instead ? 'hidden' : 'flex flex-col gap-4'}>
          {before}
          <EventFields
            isNew={!isKnown}
            titleRef={(field) => {
              titleField.current = field;
            }}
          />
          {recurrence}
          <RsvpLimitFields />
          <MoreOptions known={knownMaxGuests} mayHideNames={mayHideNames} />
          {after}
        </div>
      </Dialog>
    </FormProvider>
  );
}

/** The message about the whole form, next to the submit button. */
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
