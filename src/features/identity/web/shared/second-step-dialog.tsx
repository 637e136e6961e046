import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#web/api/call.ts';
import { hasCode } from '#web/api/call-error.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import type { SignedInView } from '../../contract.ts';
import { factorCalls } from '../../factor-contract.ts';
import {
  CodeField,
  checkCode,
  checkRecoveryCode,
  RecoveryCodeField,
} from '../factors/code-field.tsx';
import { describeSignInFailure } from './sign-in-failure.ts';

/** The second step after the password: a code from the app or a recovery code. */
export function SecondStepDialog({
  onSignedIn,
  onExpired,
  ...overlay
}: OverlayProps & {
  onSignedIn: (view: SignedInView) => void;
  /** Called when it took too long and the password is required again. */
  onExpired: () => void;
}) {
  const [isRecovery, setIsRecovery] = useState(false);
  const form = useForm({ defaultValues: { code: '', recoveryCode: '' } });
  const { errors } = form.formState;
  const field = isRecovery ? 'recoveryCode' : 'code';
  const enter = useMutation({
    mutationFn: (code: string) => call(factorCalls.secondStep, { body: { code } }),
    onSuccess: onSignedIn,
    onError: (error) => {
      if (hasCode(error, 'challenge_over')) return onExpired();
      form.setFocus(field, { shouldSelect: true });
    },
  });
  const isWrong = hasCode(enter.error, 'wrong_code');
  const wrong = isWrong ? 'Wrong or already used code.' : undefined;
  const change = () => {
    enter.reset();
    form.clearErrors();
    setIsRecovery(!isRecovery);
  };

  return (
    <Dialog
      {...overlay}
      title="Two-Step Verification"
      description="Enter the code from your authenticator app."
      isBusy={enter.isPending}
      onSubmit={form.handleSubmit((typed) => enter.mutate(typed[field]))}
      isChanged={false}
      footer={
        <DialogSubmit isBusy={enter.isPending} busyLabel="Signing in...">
          Sign In
        </DialogSubmit>
      }
    >
      <div className="flex flex-col items-start gap-4">
        {enter.isError && !isWrong && (
          <Notice tone="error" className="w-full">
            {describeSignInFailure(enter.error)}
          </Notice>
        )}
        {isRecovery ? (
          <RecoveryCodeField
            key="recovery"
            className="w-full"
            error={errors.recoveryCode?.message ?? wrong}
            {...form.register('recoveryCode', { validate: checkRecoveryCode })}
          />
        ) : (
          <CodeField
            key="app"
            className="w-full"
            error={errors.code?.message ?? wrong}
            {...form.register('code', { validate: checkCode })}
          />
        )}
        <TextButton onClick={change}>
          {isRecovery ? 'Use an Authenticator Code' : 'Use a Recovery Code'}
        </TextButton>
      </div>
    </Dialog>
  );
}
