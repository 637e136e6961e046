import { useNavigate } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import Building2 from 'lucide-react/icons/building-complex';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import CalendarSync from 'lucide-react/icons/calendar-sync';
import FileUp from 'lucide-react/icons/file-up';
import HandCoins from 'lucide-react/icons/hand-coins';
import HeartHandshake from 'lucide-react/icons/heart-handshake';
import KeyRound from 'lucide-react/icons/key-round';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Repeat from 'lucide-react/icons/repeat';
import ScrollText from 'lucide-react/icons/scroll-text';
import Settings from 'lucide-react/icons/settings';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Sun from 'lucide-react/icons/sun';
import Trash2 from 'lucide-react/icons/trash';
import UserPlus from 'lucide-react/icons/user-plus';
import UserRound from 'lucide-react/icons/user-round';
import Users from 'lucide-react/icons/users';
import Wallet from 'lucide-react/icons/wallet';
import { auditCalls } from '#features/audit/contract.ts';
import { chapterCalls } from '#features/chapters/chapter-contract.ts';
import type { installationCalls } from '#features/chapters/installation-contract.ts';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { groupCalls } from '#features/members/group-contract.ts';
import { importCalls } from '#features/members/import-contract.ts';
import { useCanAddWallets } from '#features/wallets/web/use-can-write.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import { useSession } from '#web/api/session.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import type { QuickAction } from '#web/area.ts';
import type { Command } from '#web/command.ts';
import { useTheme } from '#web/ui/theme.ts';
import type { CommandLabel } from './command-words.ts';

export type PaletteActions = {
  readonly onSignOut: () => void;
  readonly onShowShortcuts: () => void;
};

type Offered = [
  label: CommandLabel,
  icon: LucideIcon,
  run: () => void,
  /** The call it leads to, or whether the server would allow it, if not every member may. */
  allowed?: Pick<Endpoint, 'policy'> | boolean,
];

/** The part of the calls that is needed here, without a file of their own for it. */
const installationCall: Pick<typeof installationCalls.chapters, 'policy'> = {
  policy: 'installation-admin',
};

/** What else can be done from anywhere, found by typing; only what the member may do. */
export function useFrequentCommands({ onSignOut, onShowShortcuts }: PaletteActions): Command[] {
  const navigate = useNavigate();
  const mayCall = useMayCall();
  const { me, chapter } = useSession();
  const canAddWallets = useCanAddWallets();
  const [, chooseTheme] = useTheme();
  const go =
    (to: Link['to'], search?: Link['search']): (() => void) =>
    () =>
      void navigate({ to, ...(search && { search }) } as Link);
  const openOwnProfile = () =>
    void navigate({ to: '/members/$memberId', params: { memberId: me.memberId } });
  const commands: Offered[] = [
    ['Settle Up', HandCoins, go('/expenses', { panel: 'settle-up' })],
    // The panel says what there is to pay, with a button for how.
    ['How to Pay', HandCoins, go('/expenses', { panel: 'settle-up' }), chapter.saysHowToPay],
    ['Record Payment', HandCoins, go('/payments', { dialog: 'record' })],
    ['Recurring Expenses', Repeat, go('/expenses', { panel: 'recurring' })],
    ['Settle Several Expenses', HeartHandshake, go('/expenses', { dialog: 'settle-all' })],
    ['Open Expenses', HandCoins, go('/expenses', { status: 'open' })],
    ['Deleted Expenses', Trash2, go('/expenses', { status: 'deleted' })],
    ['Add Wallet', Wallet, go('/wallets', { dialog: 'create' }), canAddWallets],
    ['Subscribe to Calendar', CalendarSync, go('/calendar', { dialog: 'subscribe' })],
    ['Import Events', FileUp, go('/calendar', { dialog: 'import' })],
    ['New Calendar', CalendarPlus, go('/calendar', { dialog: 'new-calendar' })],
    ['Sample Overview', CalendarDays, go('/calendar', { view: 'overview' })],
    ['Groups of Members', Users, go('/members', { dialog: 'groups' }), groupCalls.list],
    ['New Group', Users, go('/members', { dialog: 'group' }), groupCalls.create],
    ['Invite Members', UserPlus, go('/members', { dialog: 'invite' }), invitationCalls.inviteMany],
    ['Import Members', FileUp, go('/members', { dialog: 'import' }), importCalls.import],
    ['Chapter Settings', SlidersHorizontal, go('/settings/chapter'), chapterCalls.change],
    ['Payment Settings', SlidersHorizontal, go('/settings/payments'), chapterCalls.change],
    ['Event Settings', SlidersHorizontal, go('/settings/events'), chapterCalls.change],
    ['Audit Log', ScrollText, go('/audit'), auditCalls.list],
    ['Chapters', Building2, go('/chapters'), installationCall],
    ['Create Chapter', Building2, go('/chapters', { dialog: 'create' }), installationCall],
    ['Your Profile', UserRound, openOwnProfile],
    ['Settings', Settings, go('/settings')],
    ['Password and Passkeys', KeyRound, go('/settings')],
    ['Theme: Light', Sun, () => chooseTheme('light')],
    ['Theme: Dark', Moon, () => chooseTheme('dark')],
    ['Theme: System', Monitor, () => chooseTheme('system')],
    ['Keyboard Shortcuts', Keyboard, onShowShortcuts],
    ['Sign Out', LogOut, onSignOut],
  ];
  return commands
    .filter(([, , , allowed = true]) => (typeof allowed === 'boolean' ? allowed : mayCall(allowed)))
    .map(([label, icon, run]) => ({ id: label, label, icon, run }));
}

type Link = ReturnType<QuickAction['link']>;
