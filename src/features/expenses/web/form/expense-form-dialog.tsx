import type { MouseEvent, ReactNode } from 'react';
import { FormProvider, type Resolver, useForm, useFormState, useWatch } from 'react-hook-form';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { checkExpense } from '../../draft.ts';
import type { ExpenseFields, OverrideFields } from '../../expense.ts';
import type { RecurringRule } from '../../recurring/recurring.ts';
import type { Person } from '../people.ts';
import { toRule } from '../recurring/repeat-form.ts';
import { type ExpenseForm, toDraft, validateForm } from './expense-form.ts';
import { MainFields } from './main-fields.tsx';
import { MoreFields } from './more-fields.tsx';
import { ParticipantsField } from './participants-field.tsx';
import { toOverrides } from './stated-shares.ts';

export type ExpenseFormDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  submitLabel: string;
  busyLabel: string;
  isBusy: boolean;
  /** Later changes of the initial values are ignored. */
  initial: ExpenseForm;
  /** The exact date behind `initial`, kept while day and time are not edited. */
  knownDate?: Instant | undefined;
  /** Determines the shares, together with the overrides. */
  expenseId: Id<'expense'>;
  /** Undefined for a new expense, whose form states the shares. */
  overrides?: readonly OverrideFields[] | undefined;
  /** People on the expense, who may have left the directory. */
  people: readonly Person[];
  /** Whether the expense may repeat, or does. */
  repeat?: 'possible' | 'always' | undefined;
  /** Why the last attempt failed; shown until the next one. */
  failure?: ReactNode;
  /** Beneath the fields, from what they say now; undefined while that is not valid. */
  effect?: ((stated: StatedExpense | undefined) => ReactNode) | undefined;
  /** Something was typed beneath the fields. */
  isTyped?: boolean | undefined;
  onSave: (fields: ExpenseFields, overrides: OverrideFields[], rule: RecurringRule | null) => void;
};

/** The form for a new or existing expense. Entered values are kept until saved or discarded. */
export function ExpenseFormDialog(props: ExpenseFormDialogProps) {
  const { open, onClose, isBusy, initial, knownDate, expenseId, overrides, people } = props;
  const { timeZone } = useSession().chapter;
  const form = useForm<ExpenseForm>({
    defaultValues: initial,
    resolver: resolverFor(timeZone, expenseId),
    mode: 'onTouched',
  });
  const save = form.handleSubmit((values) => {
    const stated = readForm(values, timeZone, expenseId, knownDate);
    if (stated && !isBusy) props.onSave(stated.fields, stated.overrides, toRule(values));
  });
  return (
    <FormProvider {...form}>
      <Dialog
        open={open}
        onClose={onClose}
        title={props.title}
        description={props.description}
        size="lg"
        isBusy={isBusy}
        onSubmit={(event) => void save(event)}
        isChanged={form.formState.isDirty || props.isTyped === true}
        footer={
          <>
            <FormMessage zone={timeZone} expenseId={expenseId} failure={props.failure} />
            <DialogClose disabled={isBusy} />
            <Button type="submit" variant="primary" isBusy={isBusy} busyLabel={props.busyLabel}>
              {props.submitLabel}
            </Button>
          </>
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div className="flex flex-col gap-3 sm:gap-4" onMouseDown={keepFocusOnButtons}>
          <MainFields people={people} />
          <ParticipantsField people={people} expenseId={expenseId} overrides={overrides} />
          <MoreFields isNew={overrides === undefined} repeat={props.repeat} />
          {props.effect && <Effect {...props} effect={props.effect} zone={timeZone} />}
        </div>
      </Dialog>
    </FormProvider>
  );
}

export type StatedExpense = {
  readonly fields: ExpenseFields;
  readonly overrides: OverrideFields[];
};

/** What the form says; undefined if it is not valid. */
function readForm(
  values: ExpenseForm,
  zone: string,
  expenseId: Id<'expense'>,
  knownDate: Instant | undefined,
): StatedExpense | undefined {
  const checked = checkExpense(toDraft(values, zone, knownDate));
  if (!checked.ok) return undefined;
  const { amount: total, participants } = checked.value;
  const stated = toOverrides({ expenseId, total, participants }, values.shares);
  return stated.ok ? { fields: checked.value, overrides: stated.value } : undefined;
}

function Effect({
  effect,
  zone,
  expenseId,
  knownDate,
}: Pick<ExpenseFormDialogProps, 'expenseId' | 'knownDate'> & {
  effect: NonNullable<ExpenseFormDialogProps['effect']>;
  zone: string;
}) {
  const values = useWatch<ExpenseForm>() as ExpenseForm;
  return effect(readForm(values, zone, expenseId, knownDate));
}

/**
 * A press on a button keeps the focus where it is: leaving a field may show its error, which would move
 * the button away from under the pointer.
 */
function keepFocusOnButtons(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
}

function resolverFor(zone: string, expenseId: Id<'expense'>): Resolver<ExpenseForm> {
  return (values) => {
    const problems = validateForm(values, zone, expenseId);
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
  failure,
}: {
  zone: string;
  expenseId: Id<'expense'>;
  failure: ReactNode;
}) {
  const values = useWatch<ExpenseForm>() as ExpenseForm;
  const { isSubmitted } = useFormState<ExpenseForm>();
  const problems = isSubmitted ? validateForm(values, zone, expenseId) : undefined;
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
