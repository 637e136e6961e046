import { AuditScreen } from '#features/audit/web/audit-screen.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The audit as one of the pages of the settings. */
export function AuditSettings() {
  return (
    <SettingsFrame subtitle="Who did what in the chapter, and when">
      <AuditScreen />
    </SettingsFrame>
  );
}
