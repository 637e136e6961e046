import type { AuditWords } from '#kit/audit-words.ts';

export const auditWords: AuditWords = { actions: { 'sample.create': 'gave the sample' } };
