import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import {
  FormProvider,
  type Resolver,
  type UseFormReturn,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { type Day, formatDay, type Instant, instantToDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { getRefusal } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useRecordForm } from '#web/screen/record/record-form.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import { focusTypedText } from '#web/ui/typed-text.ts';
import { checkExpense } from '../../draft.ts';
import type { ExpenseFields, Override, OverrideFields } from '../../expense.ts';
import type { RecurringRule } from '../../recurring/recurring.ts';
import type { Person } from '../people.ts';
import { toRule } from '../recurring/repeat-form.ts';
import { type ExpenseForm, isFarOff, toDraft, validateForm } from './expense-form.ts';
import { MainFields } from './main-fields.tsx';
import { MoreFields } from './more-fields.tsx';
import { ParticipantsField } from './participants-field.tsx';
import { describeShareRefusal, resolveOverrides, type StoredShares } from './shares-input.ts';

type Save = (
  fields: ExpenseFields,
  overrides: OverrideFields[],
  rule: RecurringRule | null,
) => void;

export type ExpenseFormDialogProps = OverlayProps & {
  title: string;
  description: string;
  submitLabel: string;
  busyLabel: string;
  isBusy: boolean;
  /** Fields that were not touched follow it. */
  initial: ExpenseForm;
  onTyped?: (() => void) | undefined;
  /** The exact date behind `initial`, kept while day and time are not edited. */
  knownDate?: Instant | undefined;
  /** Determines who pays the extra cents. */
  expenseId: Id<'expense'>;
  /** Of an existing expense. */
  overrides?: readonly Override[] | undefined;
  /** People on the expense, who may have left the directory. */
  people: readonly Person[];
  /** Whether the expense may repeat, or does. */
  repeat?: 'possible' | 'always' | undefined;
  /** The last attempt's, shown at the shares if it is about them. */
  error: Error | null;
  /** Why the last attempt failed; shown until the next one. */
  failure?: ReactNode;
  /** What the failure asks the user to agree to. Saves what the form says by then. */
  consent?: { label: string; onSave: Save } | false | undefined;
  /** Beneath the fields, from what they say now; undefined while that is not valid. */
  effect?: ((entered: ExpenseInput | undefined) => ReactNode) | undefined;
  /** Why the server would not let the member save what the form says; undefined if it would. */
  reasonAgainst?: ((fields: ExpenseFields) => string | undefined) | undefined;
  /** Between the main fields and the participants. */
  receipts?: ReactNode;
  /** Something was typed beneath the fields. */
  isTyped?: boolean | undefined;
  onSave: Save;
};

/** The form for a new or existing expense. Entered values are kept until saved or discarded. */
export function ExpenseFormDialog(props: ExpenseFormDialogProps) {
  const { open, onClose, isBusy, initial, knownDate, expenseId, overrides, people } = props;
  const { timeZone } = useSession().chapter;
  const stored = overrides && {
    shares: initial.shares,
    participants: initial.participants,
    overrides,
  };
  const form = useRecordForm<ExpenseForm>(initial, {
    resolver: resolverFor(timeZone, expenseId, stored),
    mode: 'onTouched',
    onTyped: props.onTyped,
  });
  const { isDirty } = form.formState;
  const { error } = props;
  useEffect(() => showRefusalOfShares(form, error), [form, error]);
  /** The day that the member was asked about; the same once more is saved. */
  const [confirmedDay, setConfirmedDay] = useState<Day>();
  const submitTo = (onSave: Save) =>
    form.handleSubmit((values) => {
      const { day } = values;
      const today = instantToDay(toInstant(Temporal.Now.instant()), timeZone);
      if (day !== '' && day !== initial.day && day !== confirmedDay && isFarOff(day, today)) {
        setConfirmedDay(day);
        return;
      }
      const entered = readForm(values, timeZone, expenseId, stored, knownDate);
      // Enter submits, too.
      if (!entered || isBusy || props.reasonAgainst?.(entered.fields)) return;
      onSave(entered.fields, entered.overrides, toRule(values));
    });
  const { consent } = props;
  return (
    <FormProvider {...form}>
      <Dialog
        open={open}
        onClose={onClose}
        title={props.title}
        description={props.description}
        size="lg"
        isBusy={isBusy}
        onSubmit={(event) => void submitTo(props.onSave)(event)}
        isChanged={isDirty || props.isTyped === true}
        footer={
          <Footer
            {...props}
            zone={timeZone}
            stored={stored}
            confirmedDay={confirmedDay}
            failure={
              consent ? (
                <>
                  {props.failure}
                  <TextButton
                    className="mt-1 font-medium text-owes! underline"
                    onClick={({ currentTarget }) => {
                      if (!focusTypedText(currentTarget.closest('form')))
                        void submitTo(consent.onSave)();
                    }}
                  >
                    {consent.label}
                  </TextButton>
                </>
              ) : (
                props.failure
              )
            }
          />
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div className="flex flex-col gap-2.5 sm:gap-4" onMouseDown={keepFocusOnButtons}>
          <MainFields people={people} expenseId={expenseId} />
          {props.receipts}
          <ParticipantsField people={people} expenseId={expenseId} stored={stored} />
          <MoreFields
            isNew={knownDate === undefined}
            isFolded={overrides === undefined}
            isCorrection={props.effect !== undefined}
            repeat={props.repeat}
          />
          {props.effect && (
            <Effect {...props} effect={props.effect} zone={timeZone} stored={stored} />
          )}
        </div>
      </Dialog>
    </FormProvider>
  );
}

function Footer({
  zone,
  stored,
  confirmedDay,
  ...props
}: ExpenseFormDialogProps & {
  zone: string;
  stored: StoredShares | undefined;
  confirmedDay: Day | undefined;
}) {
  const values = useWatch<ExpenseForm>() as ExpenseForm;
  const { expenseId, knownDate, isBusy, reasonAgainst } = props;
  const entered = reasonAgainst && readForm(values, zone, expenseId, stored, knownDate);
  const reason = entered && reasonAgainst(entered.fields);
  return (
    <>
      {reason === undefined ? (
        <FormMessage
          zone={zone}
          expenseId={expenseId}
          stored={stored}
          failure={
            confirmedDay !== undefined && confirmedDay === values.day && !props.failure
              ? `The date is ${formatDay(confirmedDay)}. If that is right, press ${props.submitLabel} again.`
              : props.failure
          }
        />
      ) : (
        <Notice tone="warn" className="basis-full!">
          {reason}
        </Notice>
      )}
      <DialogSubmit
        movesMoney
        disabled={reason !== undefined}
        isBusy={isBusy}
        busyLabel={props.busyLabel}
      >
        {props.submitLabel}
      </DialogSubmit>
    </>
  );
}

export type ExpenseInput = {
  readonly fields: ExpenseFields;
  readonly overrides: OverrideFields[];
};

/** What the form says; undefined if it is not valid. */
function readForm(
  values: ExpenseForm,
  zone: string,
  expenseId: Id<'expense'>,
  stored: StoredShares | undefined,
  knownDate: Instant | undefined,
): ExpenseInput | undefined {
  const checked = checkExpense(toDraft(values, zone, knownDate));
  if (!checked.ok) return undefined;
  const { amount: total, participants } = checked.value;
  const entered = resolveOverrides({ expenseId, total, participants }, values.shares, stored);
  return entered.ok ? { fields: checked.value, overrides: entered.value } : undefined;
}

function Effect({
  effect,
  zone,
  expenseId,
  stored,
  knownDate,
}: Pick<ExpenseFormDialogProps, 'expenseId' | 'knownDate'> & {
  effect: NonNullable<ExpenseFormDialogProps['effect']>;
  zone: string;
  stored: StoredShares | undefined;
}) {
  const values = useWatch<ExpenseForm>() as ExpenseForm;
  return effect(readForm(values, zone, expenseId, stored, knownDate));
}

/**
 * A press on a button keeps the focus where it is: leaving a field may show its error, which would move
 * the button away from under the pointer.
 */
function keepFocusOnButtons(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
}

/** Paths of overrides in the bodies of a new expense and of a patch, and what the share rule names. */
const fieldOfShares = /^(overrides\b|\d+\.value\.\d|stated$|participantIds$)/;

function showRefusalOfShares(form: UseFormReturn<ExpenseForm>, error: Error | null): void {
  const refusal = getRefusal(error);
  if (!refusal?.field || !fieldOfShares.test(refusal.field)) return;
  const message = describeShareRefusal(refusal);
  form.setError('shares', { type: 'server', message }, { shouldFocus: true });
}

function resolverFor(
  zone: string,
  expenseId: Id<'expense'>,
  stored: StoredShares | undefined,
): Resolver<ExpenseForm> {
  return (values) => {
    const problems = validateForm(values, zone, expenseId, stored);
    if (!problems) return { values, errors: {} };
    const errors = Object.entries(problems.fields).map(([name, message]) => [
      name,
      { type: 'rule', message },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}

/** The message about the whole form, next to the submit button. */
function FormMessage({
  zone,
  expenseId,
  stored,
  failure,
}: {
  zone: string;
  expenseId: Id<'expense'>;
  stored: StoredShares | undefined;
  failure: ReactNode;
}) {
  const values = useWatch<ExpenseForm>() as ExpenseForm;
  const { isSubmitted } = useFormState<ExpenseForm>();
  const problems = isSubmitted ? validateForm(values, zone, expenseId, stored) : undefined;
  // Do not repeat a message that is already shown at its field.
  const isShownAtField = Object.values(problems?.fields ?? {}).some(
    (words) => words === problems?.message,
  );
  const message = problems ? !isShownAtField && problems.message : failure;
  return (
    message && (
      <Notice tone="error" className="basis-full!">
        {message}
      </Notice>
    )
  );
}
