import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#web/api/call.ts';
import { BareFrame } from '#web/layout/bare-frame.tsx';
import { Splash } from '#web/layout/splash.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { resetCalls } from '../../reset-contract.ts';
import { checkEmail } from '../shared/checks.ts';
import { describeSignInFailure } from '../shared/sign-in-failure.ts';
import { resetOfferQuery } from './reset-queries.ts';

/** Requests a reset link by email; without email, explains who can help. */
export function ForgotPassword() {
  const offer = useQuery(resetOfferQuery);
  if (offer.isPending) return <Splash />;
  if (offer.isError) {
    return (
      <BareFrame title="Forgot password?">
        <QueryFailure title="Can't reach the server" query={offer} />
      </BareFrame>
    );
  }
  if (!offer.data.isByMail) {
    return (
      <BareFrame
        title="Forgot password?"
        lead="Email isn't set up on this server. Ask an admin of your chapter: the server's operator can create a link to choose a new password."
      >
        <BackToSignIn />
      </BareFrame>
    );
  }
  return <Request />;
}

function Request() {
  const [requestedEmail, setRequestedEmail] = useState<string>();
  const form = useForm({ mode: 'onTouched', defaultValues: { email: '' } });
  const request = useMutation({
    mutationFn: (body: { email: string }) => call(resetCalls.request, { body }),
    onSuccess: (_, { email }) => setRequestedEmail(email.trim()),
  });
  if (requestedEmail !== undefined) {
    return (
      <BareFrame
        title="Check your email"
        lead={`If ${requestedEmail} has an account here, we've sent a link. It works once, for an hour.`}
      >
        <p role="status" className="mb-4 text-center text-third">
          Didn't get it? Check spam, or ask an admin which address your invitation was sent to.
        </p>
        <BackToSignIn />
      </BareFrame>
    );
  }
  return (
    <BareFrame title="Forgot password?" lead="We'll email you a link to choose a new one.">
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit((typed) => request.mutate(typed))(event)}
        className="flex flex-col gap-4"
      >
        {request.isError && <Notice tone="error">{describeSignInFailure(request.error)}</Notice>}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={form.formState.errors.email?.message}
          {...form.register('email', { validate: checkEmail })}
        />
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          isBusy={request.isPending}
          busyLabel="Sending..."
        >
          Send Link
        </Button>
        <BackToSignIn />
      </form>
    </BareFrame>
  );
}

function BackToSignIn() {
  return (
    <LinkButton to="/" className="w-full">
      Back to Sign In
    </LinkButton>
  );
}
