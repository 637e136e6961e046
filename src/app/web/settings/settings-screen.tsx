import { AccountSettings } from '#features/identity/web/account-settings.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** What people change about their own account. */
export function SettingsScreen() {
  return (
    <SettingsFrame subtitle="How you sign in and where you're signed in">
      <AccountSettings />
    </SettingsFrame>
  );
}
