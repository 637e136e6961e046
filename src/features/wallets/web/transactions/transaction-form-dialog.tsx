import { type ReactNode, useRef } from 'react';
import { FormProvider, type UseFormReturn, useFormState } from 'react-hook-form';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useRestoreFocus } from '#web/screen/use-restore-focus.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import type { TransactionInput, Wallet } from '../../contract.ts';
import { TransactionFields } from './transaction-fields.tsx';
import { type FormKind, type TransactionForm, toInput } from './transaction-form.ts';

export type DialogWallet = Pick<
  Wallet,
  'id' | 'name' | 'ownerId' | 'user' | 'currencyCode' | 'currentBalance'
>;

/** The form of a new or existing transaction, which keeps its input until saved or discarded. */
export function TransactionFormDialog({
  kind,
  form,
  wallet,
  title,
  description,
  submitLabel,
  busyLabel,
  isBusy,
  failure,
  replacement,
  replacementFooter,
  onSave,
  ...overlay
}: OverlayProps & {
  kind: FormKind;
  form: UseFormReturn<TransactionForm>;
  wallet: DialogWallet;
  title: string;
  description: ReactNode;
  submitLabel: string;
  busyLabel: string;
  isBusy: boolean;
  /** Why the last attempt failed; shown until the next. */
  failure?: ReactNode;
  /** Shown instead of the fields, which keep their input. */
  replacement?: ReactNode;
  replacementFooter?: ReactNode;
  onSave: (input: TransactionInput) => void;
}) {
  const fields = useRef<HTMLFieldSetElement>(null);
  useRestoreFocus(fields, isBusy);
  const { isDirty } = useFormState({ control: form.control });
  const save = form.handleSubmit((values) => {
    const input = toInput(values, kind, wallet.currencyCode);
    if (input && !isBusy) onSave(input);
  });
  return (
    <FormProvider {...form}>
      <Dialog
        {...overlay}
        title={title}
        description={<span className="wrap-anywhere">{description}</span>}
        isBusy={isBusy}
        onSubmit={(event) => void save(event)}
        isChanged={isDirty}
        footer={
          replacement ? (
            replacementFooter
          ) : (
            <>
              {failure && (
                <Notice tone="error" className="basis-full!">
                  {failure}
                </Notice>
              )}
              <DialogSubmit movesMoney isBusy={isBusy} busyLabel={busyLabel}>
                {submitLabel}
              </DialogSubmit>
            </>
          )
        }
      >
        {replacement}
        <fieldset ref={fields} disabled={isBusy} hidden={Boolean(replacement)} className="min-w-0">
          <TransactionFields wallet={wallet} kind={kind} />
        </fieldset>
      </Dialog>
    </FormProvider>
  );
}
