import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { FormProvider, type UseFormReturn, useFormState } from 'react-hook-form';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import type { TransactionInput, Wallet } from '../../contract.ts';
import { TransactionFields } from './transaction-fields.tsx';
import { type FormKind, inputOf, type TransactionForm } from './transaction-form.ts';

/** The wallet a dialog is about. */
export type AboutWallet = Pick<
  Wallet,
  'id' | 'name' | 'ownerId' | 'user' | 'currencyCode' | 'currentBalance'
>;

/** The form of a transaction, new or known. Nothing typed is lost until it is saved or discarded. */
export function TransactionFormDialog({
  kind,
  form,
  wallet,
  open,
  onClose,
  title,
  description,
  submitLabel,
  busyLabel,
  isBusy,
  failure,
  instead,
  insteadFooter,
  onSave,
}: {
  kind: FormKind;
  form: UseFormReturn<TransactionForm>;
  wallet: AboutWallet;
  open: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  submitLabel: string;
  busyLabel: string;
  isBusy: boolean;
  /** Why the last attempt failed; stays until the next. */
  failure?: ReactNode;
  /** Stands in place of the fields, which keep what was typed. */
  instead?: ReactNode;
  insteadFooter?: ReactNode;
  onSave: (input: TransactionInput) => void;
}) {
  const fields = useRef<HTMLFieldSetElement>(null);
  useFocusBack(fields, isBusy);
  const { isDirty } = useFormState({ control: form.control });
  const save = form.handleSubmit((values) => {
    const input = inputOf(values, kind);
    if (input && !isBusy) onSave(input);
  });
  return (
    <FormProvider {...form}>
      <Dialog
        open={open}
        onClose={onClose}
        title={title}
        description={<span className="wrap-anywhere">{description}</span>}
        isBusy={isBusy}
        onSubmit={(event) => void save(event)}
        isChanged={isDirty}
        footer={
          instead ? (
            insteadFooter
          ) : (
            <>
              {failure && (
                <Notice tone="error" className="basis-full!">
                  {failure}
                </Notice>
              )}
              <DialogClose disabled={isBusy} />
              <Button type="submit" variant="primary" isBusy={isBusy} busyLabel={busyLabel}>
                {submitLabel}
              </Button>
            </>
          )
        }
      >
        {instead}
        <fieldset ref={fields} disabled={isBusy} hidden={Boolean(instead)} className="min-w-0">
          <TransactionFields wallet={wallet} kind={kind} />
        </fieldset>
      </Dialog>
    </FormProvider>
  );
}

/** A field that is disabled loses the focus; when it can be used again it gets it back. */
function useFocusBack(fields: RefObject<HTMLElement | null>, isBusy: boolean): void {
  const focused = useRef<Element>(null);
  useEffect(() => {
    const note = () => {
      const { activeElement } = document;
      if (fields.current?.contains(activeElement)) focused.current = activeElement;
      else if (activeElement?.closest('button')) focused.current = null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [fields]);
  useEffect(() => {
    if (!isBusy && focused.current instanceof HTMLElement) focused.current.focus();
  }, [isBusy]);
}
