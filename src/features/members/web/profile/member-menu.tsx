import type { Role } from '#kit/role.ts';
import { copyIdItem } from '#web/ui/actions/copy.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { MenuAction } from '#web/ui/overlays/menu-items.ts';
import type { MemberDetail } from '../../membership-contract.ts';
import type { MembershipChange } from './member-queries.ts';

const roleOptions: readonly { role: Role; label: string }[] = [
  { role: 'member', label: 'Make Member' },
  { role: 'treasurer', label: 'Make Treasurer' },
  { role: 'admin', label: 'Make Admin' },
];

/**
 * What everyone can do with a member, and the actions of an admin, each of which is confirmed first. Who
 * was removed can only be erased, and nothing can be done to who was.
 */
export function MemberMenu({
  member,
  isAdmin,
  onChoose,
  onErase,
}: {
  member: MemberDetail;
  isAdmin: boolean;
  onChoose: (change: MembershipChange) => void;
  onErase: () => void;
}) {
  const { id, externalUserIdentifier, role, status, displayName, isErased } = member;
  const canChange = isAdmin && !isErased;
  const erase: MenuAction = { label: 'Erase', tone: 'danger', onSelect: onErase };
  const roles: MenuAction[] = roleOptions
    .filter((each) => each.role !== role)
    .map((each, at) => ({
      label: each.label,
      startsGroup: at === 0,
      onSelect: () => onChoose({ role: each.role }),
    }));
  const changes: MenuAction[] = [
    ...roles,
    status === 'active'
      ? {
          label: 'Disable',
          startsGroup: true,
          onSelect: () => onChoose({ status: 'disabled' }),
        }
      : { label: 'Enable', startsGroup: true, onSelect: () => onChoose({ status: 'active' }) },
    { label: 'Remove', tone: 'danger', onSelect: () => onChoose({ status: 'removed' }) },
  ];
  return (
    <Menu
      label={`Actions for ${displayName}`}
      items={[
        copyIdItem(externalUserIdentifier ?? id, 'Member ID'),
        ...(canChange && status !== 'removed' ? changes : []),
        ...(canChange && status !== 'active' ? [erase] : []),
      ]}
    />
  );
}
