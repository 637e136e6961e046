/** Fields shared by the forms about the own password. */
import { useSession } from '#web/api/session.ts';
import type { TextFieldProps } from '#web/ui/fields/text-field.tsx';
import { checkNewPassword, passwordHelp } from '../shared/checks.ts';
import { PasswordField } from '../shared/password-field.tsx';

/** Props from a form's `register`, and the field's error. */
type Registered = Omit<TextFieldProps, 'type' | 'suffix' | 'label'>;

export const currentPasswordRule = {
  validate: (text: string) => text !== '' || 'Enter your current password',
};

export function CurrentPasswordField(field: Registered) {
  return (
    <PasswordField label="Current Password" required autoComplete="current-password" {...field} />
  );
}

export const newPasswordRule = { validate: checkNewPassword };

export function NewPasswordField(field: Registered) {
  return (
    <PasswordField
      label="New Password"
      required
      autoComplete="new-password"
      help={passwordHelp}
      {...field}
    />
  );
}

/** Shows password managers which account a password belongs to. */
export function HiddenUsername() {
  const { me } = useSession();
  return <input type="text" autoComplete="username" value={me.email} readOnly hidden />;
}
