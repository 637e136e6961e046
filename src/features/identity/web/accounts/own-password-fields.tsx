/** What the forms about one's own password have in common. */
import { useSession } from '#web/api/session.ts';
import type { TextFieldProps } from '#web/ui/fields/text-field.tsx';
import { checkNewPassword, passwordHelp } from '../shared/checks.ts';
import { PasswordField } from '../shared/password-field.tsx';

/** What a form's `register` gives, with the field's error. */
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

/** For password managers, which keep passwords by name. */
export function OwnAddress() {
  const { me } = useSession();
  return <input type="text" autoComplete="username" value={me.email} readOnly hidden />;
}
