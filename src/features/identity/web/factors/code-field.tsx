import { TextField, type TextFieldProps } from '#web/ui/fields/text-field.tsx';
import { codeDigits } from '../../factor-contract.ts';

/** A code from an authenticator app; phones and password managers can fill it in. */
export function CodeField(field: Omit<TextFieldProps, 'type' | 'label'> & { label?: string }) {
  return (
    <TextField
      label="Code"
      help={`The ${codeDigits}-digit code from your authenticator app`}
      {...field}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}

/** One of the recovery codes shown during setup. */
export function RecoveryCodeField(field: Omit<TextFieldProps, 'type' | 'label'>) {
  return (
    <TextField
      label="Recovery Code"
      help="One of the codes you saved during setup; each works once"
      {...field}
      type="text"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      required
    />
  );
}

export function checkCode(typed: string): true | string {
  const isCode = new RegExp(`^\\d{${codeDigits}}$`).test(typed.replaceAll(/\s/g, ''));
  return isCode || `Enter the ${codeDigits} digits`;
}

export function checkRecoveryCode(typed: string): true | string {
  return typed.trim() !== '' || 'Enter a recovery code';
}
