import type { MemberDetail } from '../../membership-contract.ts';
import type { Audience } from '../../profile.ts';

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
