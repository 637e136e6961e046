import { AuditScreen } from '#features/audit/web/audit-screen.tsx';
import type { AuditWords } from '#kit/audit-words.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** Of every feature, found by the name of its file: only this screen loads them. */
const words = Object.values(
  import.meta.glob<AuditWords>('/src/features/*/audit-words.ts', {
    eager: true,
    import: 'auditWords',
  }),
);

/** The audit as one of the pages of the settings. */
export function AuditSettings() {
  return (
    <SettingsFrame subtitle="Who did what in the chapter, and when">
      <AuditScreen words={words} />
    </SettingsFrame>
  );
}
