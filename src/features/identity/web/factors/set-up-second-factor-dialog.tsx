import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#web/api/call.ts';
import { getRefusal } from '#web/api/call-error.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { factorCalls } from '../../factor-contract.ts';
import { ownSessionsKey } from '../../keys.ts';
import {
  CurrentPasswordField,
  currentPasswordRule,
  HiddenUsername,
} from '../accounts/own-password-fields.tsx';
import { QrCode } from '../shared/qr-code.tsx';
import { CodeField, checkCode } from './code-field.tsx';
import { secondFactorQuery } from './factor-queries.ts';

import { RecoveryCodes } from './recovery-codes.tsx';

type Step =
  | { name: 'password' }
  | { name: 'app'; secret: string; uri: string }
  | { name: 'codes'; recoveryCodes: readonly string[] };

const descriptions: Record<Step['name'], string> = {
  password: "After your password, you'll enter a code from an app on your phone.",
  app: 'Scan this with your authenticator app, then enter the code it shows.',
  codes: "It's on. Each of these codes signs you in once without your phone.",
};

/** Asks for the password, then for the app's first code, and then shows the recovery codes. */
export function SetUpSecondFactorDialog({ open, onClose }: OverlayProps) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ name: 'password' });
  const form = useForm({ defaultValues: { currentPassword: '', code: '' } });
  const { errors } = form.formState;
  const submit = useMutation({
    mutationFn: async (typed: { currentPassword: string; code: string }): Promise<Step> => {
      if (step.name === 'password') {
        const { currentPassword } = typed;
        const setup = await call(factorCalls.beginSecondFactor, { body: { currentPassword } });
        return { name: 'app', ...setup };
      }
      const done = await call(factorCalls.confirmSecondFactor, { body: { code: typed.code } });
      return { name: 'codes', ...done };
    },
    onSuccess: (next) => {
      setStep(next);
      if (next.name !== 'codes') return;
      toast.success('Authenticator app set up');
      void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
      void client.invalidateQueries({ queryKey: ownSessionsKey });
    },
    onError: (error) => {
      const refusal = getRefusal(error);
      if (refusal?.field !== 'currentPassword' && refusal?.field !== 'code') return;
      form.setError(refusal.field, { message: refusal.message }, { shouldFocus: true });
    },
  });
  const { setFocus } = form;
  useEffect(() => {
    if (step.name === 'app') setFocus('code');
  }, [step.name, setFocus]);
  const hasFieldError = errors.currentPassword ?? errors.code;
  const isDone = step.name === 'codes';

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isDone ? 'Recovery Codes' : 'Set Up an Authenticator App'}
      description={descriptions[step.name]}
      isBusy={submit.isPending}
      onSubmit={
        isDone
          ? (event) => {
              event.preventDefault();
              onClose();
            }
          : form.handleSubmit((typed) => submit.mutate(typed))
      }
      // The app may already have the secret, which starting over would invalidate.
      isChanged={step.name === 'app'}
      footer={
        <>
          {!isDone && <DialogClose disabled={submit.isPending} />}
          <Button type="submit" variant="primary" isBusy={submit.isPending} busyLabel="Checking...">
            {isDone ? 'Done' : step.name === 'app' ? 'Turn On' : 'Continue'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!hasFieldError && <WriteFailure error={submit.error} isSavedOnce={false} />}
        {step.name === 'password' && (
          <>
            <HiddenUsername />
            <CurrentPasswordField
              error={errors.currentPassword?.message}
              {...form.register('currentPassword', currentPasswordRule)}
            />
          </>
        )}
        {step.name === 'app' && (
          <>
            <SecretToScan {...step} />
            <CodeField
              error={errors.code?.message}
              {...form.register('code', { validate: checkCode })}
            />
          </>
        )}
        {isDone && <RecoveryCodes codes={step.recoveryCodes} />}
      </div>
    </Dialog>
  );
}

function SecretToScan({ secret, uri }: { secret: string; uri: string }) {
  const groupedSecret = secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return (
    <div className="flex flex-col items-center gap-3">
      <QrCode
        text={uri}
        label="QR code for your authenticator app. The key below contains the same information."
      />
      <div className="w-full text-center">
        <p className="text-xs text-third">Or type this key into the app</p>
        <p className="flex items-center justify-center gap-1">
          <code className="font-mono wrap-anywhere">{groupedSecret}</code>
          <CopyButton value={secret} label="Key" />
        </p>
      </div>
    </div>
  );
}
