/** Validation messages of the identity forms, based on the contract's schemas. */
import { email, maxPasswordLength, minPasswordLength, newPassword } from '../../contract.ts';

export function checkEmail(text: string): true | string {
  if (text.trim() === '') return 'Enter your email address';
  return email.safeParse(text).success || 'Enter a valid email address';
}

export const passwordHelp = `At least ${minPasswordLength} characters. A short sentence works well.`;

export function checkNewPassword(text: string): true | string {
  if (text === '') return 'Choose a password';
  if (newPassword.safeParse(text).success) return true;
  return text.length < minPasswordLength
    ? `Use at least ${minPasswordLength} characters`
    : `Use at most ${maxPasswordLength} characters`;
}

/** `what` is 'your first name' in 'Enter your first name'. */
export function checkName(what: string) {
  return (text: string): true | string => {
    if (text.trim() === '') return `Enter ${what}`;
    return text.trim().length <= 100 || 'Use at most 100 characters';
  };
}
