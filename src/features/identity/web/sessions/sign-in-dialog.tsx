import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#web/api/call.ts';
import { hasCode } from '#web/api/call-error.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import { authCalls, type SignedInView } from '../../contract.ts';
import { secondFactorRequired } from '../../factor-contract.ts';
import { PasskeySignIn } from '../factors/passkey-sign-in.tsx';
import { startSession } from '../shared/change-session.ts';
import { checkEmail } from '../shared/checks.ts';
import { PasswordField } from '../shared/password-field.tsx';
import { SecondStepDialog } from '../shared/second-step-dialog.tsx';
import { describeSignInFailure } from '../shared/sign-in-failure.ts';

/** Signs in with email and password. The input is kept after a failure. */
export function SignInDialog({ open, onClose }: OverlayProps) {
  const queryClient = useQueryClient();
  const enter = useCallback((view: SignedInView) => startSession(queryClient, view), [queryClient]);
  const [step, setStep] = useState<'password' | 'code' | 'expired'>('password');
  const form = useForm({ mode: 'onTouched', defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => call(authCalls.signIn, { body }),
    onMutate: () => setStep('password'),
    onSuccess: enter,
    onError: (error) => {
      if (hasCode(error, secondFactorRequired)) return setStep('code');
      form.setFocus('password', { shouldSelect: true });
    },
  });
  if (step === 'code') {
    const leave = (next: 'password' | 'expired') => {
      signIn.reset();
      setStep(next);
    };
    return (
      <SecondStepDialog
        open={open}
        onClose={() => {
          onClose();
          leave('password');
        }}
        onSignedIn={enter}
        onExpired={() => leave('expired')}
      />
    );
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Sign In"
      description="Use the email address your invitation was sent to."
      isBusy={signIn.isPending}
      onSubmit={form.handleSubmit((typed) => signIn.mutate(typed))}
      isChanged={false}
      footer={
        <DialogSubmit isBusy={signIn.isPending} busyLabel="Signing in...">
          Sign In
        </DialogSubmit>
      }
    >
      <div className="flex flex-col gap-4">
        {step === 'expired' && (
          <Notice tone="warn">That took too long. Enter your password again.</Notice>
        )}
        {signIn.isError && <Notice tone="error">{describeSignInFailure(signIn.error)}</Notice>}
        <TextField
          label="Email"
          type="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errors.email?.message}
          {...form.register('email', { validate: checkEmail })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...form.register('password', { required: 'Enter your password' })}
        />
        <TextLink to="/reset" className="self-start">
          Forgot password?
        </TextLink>
        <PasskeySignIn onSignedIn={enter} />
      </div>
    </Dialog>
  );
}
