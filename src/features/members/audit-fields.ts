import { type AuditFields, namesFromLabels } from '#kit/audit-words.ts';
import { fieldLabels, hideableFields } from './profile.ts';

const names = namesFromLabels(fieldLabels);

export const auditFields: AuditFields = {
  group: { names: { memberIds: 'members' } },
  member: {
    names: {
      displayName: 'name',
      firstName: 'first name',
      lastName: 'last name',
      ...names,
      asksAt: 'ask renewed',
      photo: 'photo',
      // The hashes of the records that it changed.
      erased: null,
      isErased: null,
      status: 'status',
      locked: 'locked fields',
      privacy: 'privacy',
      ...Object.fromEntries(
        hideableFields.map((field) => [`privacy.${field}`, `who sees the ${names[field]}`]),
      ),
      'privacy.bio': 'who sees the about text',
      externalUserIdentifier: 'external ID',
      mailsAboutEvents: 'emails about events',
      mailsAboutMoney: 'emails about money',
      weeklyMails: 'weekly summary',
    },
    // The rest is a person's own to show or to hide.
    shown: ['role', 'status', 'displayName', 'firstName', 'lastName', 'photo'],
    values: { photo: () => 'a photo' },
  },
};
