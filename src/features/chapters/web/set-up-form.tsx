import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import type { SignedOutView } from '#features/identity/contract.ts';
import { startSession } from '#features/identity/web/shared/change-session.ts';
import {
  checkEmail,
  checkName,
  checkNewPassword,
  passwordHelp,
} from '#features/identity/web/shared/checks.ts';
import { PasswordField } from '#features/identity/web/shared/password-field.tsx';
import { describeSignInFailure } from '#features/identity/web/shared/sign-in-failure.ts';
import type { ChapterPolicy, EventPolicy } from '#kit/role.ts';
import { getOwnZone, toTodaysName } from '#kit/time-zone.ts';
import { call } from '#web/api/call.ts';
import { hasCode } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { joiningCalls } from '../joining-contract.ts';
import { EventPolicyField, PolicyField } from './policy-field.tsx';
import { listTimeZones } from './time-zones.ts';

type Proposal = NonNullable<SignedOutView['setUp']>;
type TextName = 'chapterName' | 'timeZone' | 'firstName' | 'lastName' | 'email' | 'password';
type SetUpFields = Record<TextName, string> & {
  policy: ChapterPolicy;
  eventPolicy: EventPolicy;
};

/** The first chapter and its first admin. */
export function SetUpForm({ token, proposal }: { token: string; proposal: Proposal }) {
  const timeZone = proposal.timeZone ?? toTodaysName(getOwnZone());
  const queryClient = useQueryClient();
  const router = useRouter();
  const form = useForm<SetUpFields>({
    mode: 'onTouched',
    defaultValues: {
      ...proposal,
      timeZone,
      policy: 'treasurer',
      eventPolicy: 'creator',
      firstName: '',
      lastName: '',
      email: '',
      password: '',
    },
  });
  const { register } = form;
  const { errors } = form.formState;
  const setUp = useMutation({
    mutationFn: (typed: SetUpFields) => call(joiningCalls.setUp, { body: { token, ...typed } }),
    onSuccess: async (view) => {
      await router.navigate({ to: '/', replace: true });
      startSession(queryClient, view);
    },
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((typed) => setUp.mutate(typed))(event)}
      className="flex flex-col gap-4"
    >
      {setUp.isError && (
        <Notice tone="error">
          {hasCode(setUp.error, 'set_up_unusable')
            ? "This link no longer works. If the hub isn't set up yet, restart the server to get a new one; otherwise, sign in."
            : describeSignInFailure(setUp.error)}
        </Notice>
      )}
      <TextField
        label="Chapter Name"
        required
        autoComplete="organization"
        help={'For example "San Diego". Shown as "San Diego chapter".'}
        error={errors.chapterName?.message}
        {...register('chapterName', { validate: checkName('the chapter name') })}
      />
      <Select
        label="Time Zone"
        required
        options={listTimeZones(timeZone)}
        error={errors.timeZone?.message}
        {...register('timeZone')}
      />
      <PolicyField register={register('policy')} />
      <EventPolicyField register={register('eventPolicy')} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label="First Name"
          required
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register('firstName', { validate: checkName('your first name') })}
        />
        <TextField
          label="Last Name"
          required
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register('lastName', { validate: checkName('your last name') })}
        />
      </div>
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email', { validate: checkEmail })}
      />
      <PasswordField
        label="Password"
        required
        autoComplete="new-password"
        help={passwordHelp}
        error={errors.password?.message}
        {...register('password', { validate: checkNewPassword })}
      />
      <Button
        type="submit"
        variant="primary"
        className="mt-1 w-full"
        isBusy={setUp.isPending}
        busyLabel="Setting up..."
      >
        Create Chapter
      </Button>
    </form>
  );
}
