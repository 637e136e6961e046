import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { deviceName } from '../../device-name.ts';
import { HiddenUsername } from '../accounts/own-password-fields.tsx';
import { passkeysQuery } from './factor-queries.ts';
import { createPasskey, describePasskeyFailure } from './passkey-client.ts';
import { ProofFields, showFieldError, toProof } from './proof-fields.tsx';

/** Asks for the password, and then the browser creates the passkey. */
export function AddPasskeyDialog({
  open,
  onClose,
  hasSecondFactor,
}: OverlayProps & {
  hasSecondFactor: boolean;
}) {
  const client = useQueryClient();
  const form = useForm({
    defaultValues: { name: deviceName(navigator.userAgent), currentPassword: '', code: '' },
  });
  const { errors, dirtyFields } = form.formState;
  const add = useMutation({
    mutationFn: createPasskey,
    onSuccess: () => {
      toast.success('Passkey added');
      void client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      onClose();
    },
    onError: (error) => showFieldError(form, error),
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add a Passkey"
      description="Your device or security key will ask for your fingerprint, face, or PIN."
      isBusy={add.isPending}
      onSubmit={form.handleSubmit((typed) =>
        add.mutate({ name: typed.name, ...toProof(typed, hasSecondFactor) }),
      )}
      isChanged={dirtyFields.name === true}
      footer={
        <DialogSubmit isBusy={add.isPending} busyLabel="Waiting for your device...">
          Continue
        </DialogSubmit>
      }
    >
      <div className="flex flex-col gap-4">
        {add.isError && !errors.currentPassword && !errors.code && (
          <Notice tone="error">{describePasskeyFailure(add.error)}</Notice>
        )}
        <HiddenUsername />
        <TextField
          label="Name"
          help="So you can recognize it later"
          required
          maxLength={60}
          error={errors.name?.message}
          {...form.register('name', { validate: (text) => text.trim() !== '' || 'Enter a name' })}
        />
        <ProofFields form={form} hasSecondFactor={hasSecondFactor} />
      </div>
    </Dialog>
  );
}
