import { toId } from '#kit/id.ts';
import type { AuditPages } from '#web/audit-pages.ts';

export const auditPages: AuditPages = {
  expense: (id) => ({ to: '/expenses', search: { expense: toId<'expense'>(id) } }),
};
