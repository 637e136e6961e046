import type { ReactNode } from 'react';
import { FormProvider, type Resolver, useFormState, useWatch } from 'react-hook-form';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useRecordForm } from '#web/screen/record/record-form.ts';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import type { OpenExpense, Override, OverrideFields } from '../../expense.ts';
import {
  type OverrideForm,
  type OverrideKind,
  overrideProblem,
  previewOverride,
  toOverrideFields,
} from './override-form.ts';

export type OverrideFormDialogProps = OverlayProps & {
  kind: OverrideKind;
  type: Override['type'];
  expense: OpenExpense;
  /** The override that is being edited. */
  changed?: Override | undefined;
  title: string;
  description: string;
  submitLabel: string;
  busyLabel: string;
  isBusy: boolean;
  /** Fields that were not touched follow it; names that arrive late change what a label begins with. */
  initial: OverrideForm;
  onTyped?: (() => void) | undefined;
  /** Why the last attempt failed; shown until the next one. */
  failure?: ReactNode;
  onSave: (fields: OverrideFields) => void;
  children: ReactNode;
};

const noNames = new Map<Id<'member'>, string>();

/** The override form. Entered values are kept until saved or discarded. */
export function OverrideFormDialog(props: OverrideFormDialogProps) {
  const { open, onClose, kind, type, expense, changed, isBusy, initial, onTyped } = props;
  const form = useRecordForm<OverrideForm>(initial, {
    resolver: resolverFor(kind, expense.amount),
    mode: 'onTouched',
    onTyped,
  });
  const { isDirty } = form.formState;
  const save = form.handleSubmit((values) => {
    const fields = toOverrideFields(type, values, changed);
    if (!fields || isBusy) return;
    const preview = previewOverride(expense, changed?.id, fields, noNames);
    if (!preview?.isRefused) props.onSave(fields);
    // The field explains the error and how to fix it.
    else form.setFocus(preview.difference === undefined ? 'participants' : 'amount');
  });
  return (
    <FormProvider {...form}>
      <Dialog
        open={open}
        onClose={onClose}
        title={props.title}
        description={props.description}
        isBusy={isBusy}
        onSubmit={(event) => void save(event)}
        isChanged={isDirty}
        footer={
          <>
            <FormMessage kind={kind} total={expense.amount} failure={props.failure} />
            <DialogSubmit movesMoney isBusy={isBusy} busyLabel={props.busyLabel}>
              {props.submitLabel}
            </DialogSubmit>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-control bg-hover px-3.5 py-2.5">
            <span className="max-w-full min-w-0 flex-[1_0_auto] font-medium wrap-anywhere">
              {expense.title}
            </span>
            <span className="shrink-0 text-third">
              Total <Money cents={expense.amount} className="font-medium text-ink" />
            </span>
          </p>
          {props.children}
        </div>
      </Dialog>
    </FormProvider>
  );
}

function resolverFor(kind: OverrideKind, total: Cents): Resolver<OverrideForm> {
  return (values) => {
    const problem = overrideProblem(kind, values, total);
    if (!problem) return { values, errors: {} };
    const errors = Object.entries(problem.fields).map(([name, message]) => [
      name,
      { type: 'rule', message },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}

/** The message about the whole form, next to the submit button. */
function FormMessage({
  kind,
  total,
  failure,
}: {
  kind: OverrideKind;
  total: Cents;
  failure: ReactNode;
}) {
  const values = useWatch<OverrideForm>() as OverrideForm;
  const { isSubmitted } = useFormState<OverrideForm>();
  const problem = isSubmitted ? overrideProblem(kind, values, total) : undefined;
  const isShownAtField = Object.values(problem?.fields ?? {}).some(
    (words) => words === problem?.message,
  );
  const message = problem
    ? !isShownAtField && (
        <>
          {problem.title && <p className="font-semibold">{problem.title}</p>}
          <p>{problem.message}</p>
        </>
      )
    : failure;
  return (
    message && (
      <Notice tone="error" className="basis-full!">
        {message}
      </Notice>
    )
  );
}
