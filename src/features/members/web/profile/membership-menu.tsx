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

/**
 * The actions of an admin on a member, each of which is confirmed first. Who was removed can only be
 * erased, and nothing can be done to who was.
 */
export function MembershipMenu({
  member,
  onChoose,
  onErase,
}: {
  member: MemberDetail;
  onChoose: (change: MembershipChange) => void;
  onErase: () => void;
}) {
  const { role, status, displayName, isErased } = member;
  const erase: MenuAction = { label: 'Erase', tone: 'danger', onSelect: onErase };
  if (isErased) return null;
  const roles: MenuAction[] = roleOptions
    .filter((each) => each.role !== role)
    .map((each) => ({ label: each.label, onSelect: () => onChoose({ role: each.role }) }));
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
      items={[...(status === 'removed' ? [] : changes), ...(status === 'active' ? [] : [erase])]}
    />
  );
}
