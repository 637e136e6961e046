import { toId } from '#kit/id.ts';
import type { AuditPages } from '#web/audit-pages.ts';

export const auditPages: AuditPages = {
  payment: (id) => ({ to: '/payments', search: { payment: toId<'payment'>(id) } }),
};
