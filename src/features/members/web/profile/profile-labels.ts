import type { MemberDetail } from '../../membership-contract.ts';
import type { Audience, HideableField } from '../../profile.ts';

/** Labels of the profile's fields. */
export const fieldNames: Record<HideableField, string> = {
  email: 'Email',
  primaryPhone: 'Phone',
  company: 'Company',
  title: 'Title',
  website: 'Website',
  city: 'City',
  bio: 'About',
  headline: 'Headline',
  asks: 'Asks',
  offers: 'Offers',
};

/** Labels of who sees a field. */
export const audienceNames: Record<Audience, string> = {
  members: 'Members',
  admins: 'Admins',
  me: 'Only me',
};

/** What an inactive member is. */
export function describeStatus({ status, isErased }: Pick<MemberDetail, 'isErased' | 'status'>) {
  if (isErased) return 'Erased';
  return status === 'disabled' ? 'Disabled' : 'Removed';
}
