import { toId } from '#kit/id.ts';
import type { AuditPages } from '#web/audit-pages.ts';

export const auditPages: AuditPages = {
  charge: (id) => ({ to: '/dues', search: { charge: toId<'charge'>(id) } }),
  dues: (id) => ({ to: '/dues', search: { member: toId<'member'>(id) } }),
};
