import { toId } from '#kit/id.ts';
import type { AuditPages } from '#web/audit-pages.ts';

export const auditPages: AuditPages = {
  event: (id) => ({ to: '/calendar', search: { event: toId<'event'>(id) } }),
};
