import type { Role } from '#kit/role.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { MenuAction } from '#web/ui/overlays/menu-items.ts';
import type { MemberDetail } from '../../membership-contract.ts';
import type { MembershipChange } from './member-queries.ts';

const roleOptions: readonly { role: Role; label: string }[] = [
  { role: 'member', label: 'Make Member' },
  { role: 'treasurer', label: 'Make Treasurer' },
  { role: 'admin', label: 'Make Admin' },
];

/** The actions of an admin on a member, each of which is confirmed first. */
export function MembershipMenu({
  member,
  onChoose,
}: {
  member: MemberDetail;
  onChoose: (change: MembershipChange) => void;
}) {
  const { role, status, displayName } = member;
  if (status === 'removed') return null;
  const roles: MenuAction[] = roleOptions
    .filter((each) => each.role !== role)
    .map((each) => ({ label: each.label, onSelect: () => onChoose({ role: each.role }) }));
  return (
    <Menu
      label={`Actions for ${displayName}`}
      items={[
        ...roles,
        status === 'active'
          ? {
              label: 'Disable',
              startsGroup: true,
              onSelect: () => onChoose({ status: 'disabled' }),
            }
          : { label: 'Enable', startsGroup: true, onSelect: () => onChoose({ status: 'active' }) },
        { label: 'Remove', tone: 'danger', onSelect: () => onChoose({ status: 'removed' }) },
      ]}
    />
  );
}
