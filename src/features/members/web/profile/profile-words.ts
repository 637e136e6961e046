import type { Audience, HideableField } from '../../profile.ts';

/** The fields of a profile in the words of its page. */
export const fieldNames: Record<HideableField, string> = {
  email: 'Email',
  primaryPhone: 'Phone',
  company: 'Company',
  title: 'Title',
  website: 'Website',
  city: 'City',
  bio: 'About',
};

/** Who sees a field, as one says it about oneself. */
export const audienceNames: Record<Audience, string> = {
  members: 'Members',
  admins: 'Admins',
  me: 'Only me',
};
