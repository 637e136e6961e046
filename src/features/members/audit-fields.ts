import type { AuditFields } from '#kit/audit-words.ts';

export const auditFields: AuditFields = {
  group: { names: { memberIds: 'members' } },
  member: {
    names: {
      displayName: 'name',
      firstName: 'first name',
      lastName: 'last name',
      email: 'email',
      primaryPhone: 'phone',
      company: 'company',
      title: 'title',
      website: 'website',
      city: 'city',
      bio: 'about',
      headline: 'headline',
      asks: 'asks',
      offers: 'offers',
      photo: 'photo',
      // The hashes of the records that it changed.
      erased: null,
      isErased: null,
      status: 'status',
      locked: 'locked fields',
      privacy: 'privacy',
      'privacy.email': 'who sees the email',
      'privacy.primaryPhone': 'who sees the phone',
      'privacy.company': 'who sees the company',
      'privacy.title': 'who sees the title',
      'privacy.website': 'who sees the website',
      'privacy.city': 'who sees the city',
      'privacy.bio': 'who sees the about text',
      'privacy.headline': 'who sees the headline',
      'privacy.asks': 'who sees the asks',
      'privacy.offers': 'who sees the offers',
      externalUserIdentifier: 'external ID',
      mailsAboutEvents: 'emails about events',
    },
    // The rest is a person's own to show or to hide.
    shown: ['role', 'status', 'displayName', 'firstName', 'lastName', 'photo'],
    values: { photo: () => 'a photo' },
  },
};
