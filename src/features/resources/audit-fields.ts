import type { AuditFields } from '#kit/audit-words.ts';

export const auditFields: AuditFields = { resources: { names: { items: 'resources' } } };
