import { AccountSettings } from '#features/identity/web/account-settings.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The settings of the own account. */
export function SettingsScreen() {
  return (
    <SettingsFrame subtitle="How you sign in and where you're signed in">
      <AccountSettings />
    </SettingsFrame>
  );
}
