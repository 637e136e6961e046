import type { AuditWords } from '#kit/audit-words.ts';

export const auditWords: AuditWords = {
  actions: {
    'rsvp.answer': "RSVP'd to",
    'rsvp.promote': 'promoted people from the waitlist of',
    'attendance.check-in': 'checked someone in at',
    'attendance.change': 'changed who was checked in at',
    'attendance.undo': 'undid a check-in at',
    'event.file.create': 'added files to',
    'event.file.delete': 'removed a file from',
    'rsvp.withdraw': "released a former member's spot at",
  },
  kinds: {
    'calendar feed': 'private calendar address',
    'event-categories': 'categories of events',
    occurrence: 'event occurrence',
    rsvp: 'RSVP',
  },
};
