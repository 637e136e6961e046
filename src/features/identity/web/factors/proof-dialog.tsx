import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { HiddenUsername } from '../accounts/own-password-fields.tsx';
import { ProofFields, showFieldError, toProof } from './proof-fields.tsx';

/** Confirms a change of the sign-in methods with the password and a code. */
export function ProofDialog({
  title,
  description,
  confirmLabel,
  tone = 'primary',
  act,
  onDone,
  ...overlay
}: OverlayProps & {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  tone?: 'primary' | 'danger';
  act: (proof: { currentPassword: string; code?: string }) => Promise<void>;
  onDone: () => void;
}) {
  const form = useForm({ defaultValues: { currentPassword: '', code: '' } });
  const submit = useMutation({
    mutationFn: act,
    onSuccess: onDone,
    onError: (error) => showFieldError(form, error),
  });
  const { errors } = form.formState;
  return (
    <Dialog
      {...overlay}
      title={title}
      description={description}
      isBusy={submit.isPending}
      onSubmit={form.handleSubmit((typed) => submit.mutate(toProof(typed, true)))}
      isChanged={false}
      footer={
        <DialogSubmit variant={tone} isBusy={submit.isPending} busyLabel="Checking...">
          {confirmLabel}
        </DialogSubmit>
      }
    >
      <div className="flex flex-col gap-4">
        {!errors.currentPassword && !errors.code && (
          <WriteFailure error={submit.error} isSavedOnce={false} />
        )}
        <HiddenUsername />
        <ProofFields form={form} hasSecondFactor />
      </div>
    </Dialog>
  );
}
