import type { AuditWords } from '#kit/audit-words.ts';

export const auditWords: AuditWords = {
  actions: {
    'chapter.bank-balance': 'set the bank balance of the chapter',
    'chapter.create': 'created the chapter',
    'chapter.logo': 'changed the logo of the chapter',
    'chapter.payment-instructions': 'changed how the chapter is paid',
    'chapter.update': 'changed the settings of the chapter',
    'invitation.create': 'invited',
    'invitation.accept': 'accepted the invitation',
    'invitation.revoke': 'revoked the invitation',
    'member.join': 'joined as',
  },
};
