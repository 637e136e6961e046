import { AuditScreen } from '#features/audit/web/audit-screen.tsx';
import type { AuditWords } from '#kit/audit-words.ts';
import type { AuditPages } from '#web/audit-pages.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** Every feature's texts and pages, found by file name; only this screen loads them. */
const words = Object.values(
  import.meta.glob<AuditWords>('/src/features/*/audit-words.ts', {
    eager: true,
    import: 'auditWords',
  }),
);
const pages: AuditPages = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<AuditPages>('/src/features/*/web/audit-pages.ts', {
      eager: true,
      import: 'auditPages',
    }),
  ),
);

/** The audit log as a page of the settings. */
export function AuditSettings() {
  return (
    <SettingsFrame subtitle="Who did what in the chapter, and when">
      <AuditScreen words={words} pages={pages} />
    </SettingsFrame>
  );
}
