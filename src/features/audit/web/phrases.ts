/** Every feature's texts and pages, found by file name; only the audit log loads them. */
import type { AuditWords } from '#kit/audit-words.ts';
import type { AuditPages } from '#web/audit-pages.ts';
import { createPhrases } from '../words.ts';

export const phrases = createPhrases(
  Object.values(
    import.meta.glob<AuditWords>('/src/features/*/audit-words.ts', {
      eager: true,
      import: 'auditWords',
    }),
  ),
);

export const pages: AuditPages = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<AuditPages>('/src/features/*/web/audit-pages.ts', {
      eager: true,
      import: 'auditPages',
    }),
  ),
);
