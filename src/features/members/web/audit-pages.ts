import type { AuditPages } from '#web/audit-pages.ts';

export const auditPages: AuditPages = {
  member: (memberId) => ({ to: '/members/$memberId', params: { memberId } }),
};
