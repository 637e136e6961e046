import type { AuditWords } from '#kit/audit-words.ts';

export const auditWords: AuditWords = {
  actions: {
    'rsvp.answer': "RSVP'd to",
    'rsvp.promote': 'promoted people from the waitlist of',
    'rsvp.withdraw': "released a former member's spot at",
  },
  kinds: {
    'calendar feed': 'private calendar address',
    occurrence: 'event occurrence',
    rsvp: 'RSVP',
  },
};
