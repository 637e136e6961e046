import type { Role } from '#kit/role.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { MenuAction } from '#web/ui/overlays/menu-items.ts';
import type { MemberDetail } from '../../membership-contract.ts';
import type { StandingChange } from './member-queries.ts';

const roleWords: readonly { role: Role; label: string }[] = [
  { role: 'member', label: 'Make Member' },
  { role: 'treasurer', label: 'Make Treasurer' },
  { role: 'admin', label: 'Make Admin' },
];

/** What an admin may do about a member; each is asked about before it is done. */
export function StandingMenu({
  member,
  onChoose,
}: {
  member: MemberDetail;
  onChoose: (change: StandingChange) => void;
}) {
  const { role, status, displayName } = member;
  if (status === 'removed') return null;
  const roles: MenuAction[] = roleWords
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
