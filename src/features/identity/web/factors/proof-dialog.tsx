import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { describeFailure } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { OwnAddress } from '../accounts/own-password-fields.tsx';
import { ProofFields, proofOf, showAtField } from './proof-fields.tsx';

/** Something that changes how one signs in, done with the password and a code. */
export function ProofDialog({
  open,
  onClose,
  title,
  description,
  confirmLabel,
  tone = 'primary',
  act,
  onDone,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  tone?: 'primary' | 'danger';
  act: (proof: { currentPassword: string; code?: string }) => Promise<void>;
  onDone: () => void;
}) {
  const form = useForm({ defaultValues: { currentPassword: '', code: '' } });
  const go = useMutation({
    mutationFn: act,
    onSuccess: onDone,
    onError: (error) => showAtField(form, error),
  });
  const { errors } = form.formState;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      isBusy={go.isPending}
      onSubmit={form.handleSubmit((typed) => go.mutate(proofOf(typed, true)))}
      isChanged={false}
      footer={
        <>
          <DialogClose disabled={go.isPending} />
          <Button type="submit" variant={tone} isBusy={go.isPending} busyLabel="Checking...">
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {go.isError && !errors.currentPassword && !errors.code && (
          <Notice tone="error">{describeFailure(go.error, { isSavedOnce: false })}</Notice>
        )}
        <OwnAddress />
        <ProofFields form={form} hasSecondFactor />
      </div>
    </Dialog>
  );
}
