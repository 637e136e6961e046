import { type UseFormReturn, useFormState } from 'react-hook-form';
import { getRefusal } from '#web/api/call-error.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { CurrentPasswordField, currentPasswordRule } from '../accounts/own-password-fields.tsx';

export type ProofValues = { currentPassword: string; code: string };

/** The password, and a code if required, to confirm that it is not just an unattended browser. */
export function ProofFields<T extends ProofValues>({
  form: typedForm,
  hasSecondFactor,
}: {
  form: UseFormReturn<T>;
  hasSecondFactor: boolean;
}) {
  const form = typedForm as unknown as UseFormReturn<ProofValues>;
  // useFormState subscribes; the form itself keeps its identity and would not rerender.
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

export function toProof({ currentPassword, code }: ProofValues, hasSecondFactor: boolean) {
  return { currentPassword, ...(hasSecondFactor ? { code } : {}) };
}

/** Shows a refusal at its field; returns false if it is about no field of these. */
export function showFieldError<T extends ProofValues>(
  typedForm: UseFormReturn<T>,
  error: Error,
): boolean {
  const form = typedForm as unknown as UseFormReturn<ProofValues>;
  const refusal = getRefusal(error);
  if (refusal?.field !== 'currentPassword' && refusal?.field !== 'code') return false;
  form.setError(refusal.field, { message: refusal.message }, { shouldFocus: true });
  return true;
}
