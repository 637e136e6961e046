import { AuditScreen } from '#features/audit/web/audit-screen.tsx';
import type { AuditWords } from '#kit/audit-words.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** Every feature's texts, found by file name; only this screen loads them. */
const words = Object.values(
  import.meta.glob<AuditWords>('/src/features/*/audit-words.ts', {
    eager: true,
    import: 'auditWords',
  }),
);

/** The audit log as a page of the settings. */
export function AuditSettings() {
  return (
    <SettingsFrame subtitle="Who did what in the chapter, and when">
      <AuditScreen words={words} />
    </SettingsFrame>
  );
}
