import { type UseFormReturn, useFormState } from 'react-hook-form';
import { getRefusal } from '#web/api/call-error.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { CurrentPasswordField, currentPasswordRule } from '../accounts/own-password-fields.tsx';

export type ProofTyped = { currentPassword: string; code: string };

/** That it is the person and not just their open browser: the password, and a code where one is due. */
export function ProofFields<T extends ProofTyped>({
  form: given,
  hasSecondFactor,
}: {
  form: UseFormReturn<T>;
  hasSecondFactor: boolean;
}) {
  const form = given as unknown as UseFormReturn<ProofTyped>;
  // Subscribed to by itself: the form is the same object whatever is in it.
  const { errors } = useFormState({ control: form.control });
  return (
    <>
      <CurrentPasswordField
        error={errors.currentPassword?.message}
        {...form.register('currentPassword', currentPasswordRule)}
      />
      {hasSecondFactor && (
        <TextField
          label="Code"
          help="From your authenticator app, or a recovery code"
          required
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.code?.message}
          {...form.register('code', {
            validate: (text) => text.trim() !== '' || 'Enter a code',
          })}
        />
      )}
    </>
  );
}

/** What is sent of it. */
export function proofOf({ currentPassword, code }: ProofTyped, hasSecondFactor: boolean) {
  return { currentPassword, ...(hasSecondFactor ? { code } : {}) };
}

/** Shows a refusal at its field; false when it belongs to none of these. */
export function showAtField<T extends ProofTyped>(given: UseFormReturn<T>, error: Error): boolean {
  const form = given as unknown as UseFormReturn<ProofTyped>;
  const refusal = getRefusal(error);
  if (refusal?.field !== 'currentPassword' && refusal?.field !== 'code') return false;
  form.setError(refusal.field, { message: refusal.message }, { shouldFocus: true });
  return true;
}
