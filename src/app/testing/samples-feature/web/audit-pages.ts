import type { AuditPages } from '#web/audit-pages.ts';

export const auditPages: AuditPages = { sample: () => ({ to: '/samples' }) };
