import type { AuditPages } from '#web/audit-pages.ts';

export const auditPages: AuditPages = {
  chapter: () => ({ to: '/settings/chapter' }),
  invitations: () => ({ to: '/members' }),
};
