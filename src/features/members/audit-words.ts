import type { AuditWords } from '#kit/audit-words.ts';

export const auditWords: AuditWords = {
  actions: {
    'member.erase': 'erased',
    'member.event-mails': 'changed the emails about events of',
    'member.mails': 'changed the emails of',
    'member.photo': 'changed the photo of',
    'member.profile': 'changed the profile of',
    'member.role': 'changed the role of',
    'member.status': 'changed the status of',
  },
};
