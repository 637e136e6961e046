import { useNavigate } from '@tanstack/react-router';
import {
  CalendarSync,
  FileUp,
  HandCoins,
  Keyboard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  ScrollText,
  Settings,
  SlidersHorizontal,
  Sun,
  UserPlus,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react';
import { auditCalls } from '#features/audit/contract.ts';
import { chapterCalls } from '#features/chapters/chapter-contract.ts';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { importCalls } from '#features/members/import-contract.ts';
import { useCanAddWallets } from '#features/wallets/web/use-can-write.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import { useSession } from '#web/api/session.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import type { QuickAction } from '#web/area.ts';
import type { Command } from '#web/command.ts';
import { useTheme } from '#web/ui/theme.ts';

export type PaletteActions = {
  readonly onSignOut: () => void;
  readonly onShowShortcuts: () => void;
};

/** What else can be done from anywhere, found by typing; only what the member may do. */
export function useFrequentCommands({ onSignOut, onShowShortcuts }: PaletteActions): Command[] {
  const navigate = useNavigate();
  const mayCall = useMayCall();
  const { me } = useSession();
  const canAddWallets = useCanAddWallets();
  const [, chooseTheme] = useTheme();
  const go =
    (link: ReturnType<QuickAction['link']>): (() => void) =>
    () =>
      void navigate(link);
  const commands: [
    label: string,
    icon: LucideIcon,
    run: () => void,
    call?: Pick<Endpoint, 'policy'>,
  ][] = [
    ['Settle Up', HandCoins, go({ to: '/expenses', search: { panel: 'settle-up' } })],
    ['Record Payment', HandCoins, go({ to: '/payments', search: { dialog: 'record' } })],
    ['Add Wallet', Wallet, go({ to: '/wallets', search: { dialog: 'create' } })],
    [
      'Subscribe to Calendar',
      CalendarSync,
      go({ to: '/calendar', search: { dialog: 'subscribe' } }),
    ],
    ['Groups of Members', Users, go({ to: '/members', search: { dialog: 'groups' } })],
    [
      'Invite Members',
      UserPlus,
      go({ to: '/members', search: { dialog: 'invite' } }),
      invitationCalls.inviteMany,
    ],
    [
      'Import Members',
      FileUp,
      go({ to: '/members', search: { dialog: 'import' } }),
      importCalls.import,
    ],
    ['Chapter Settings', SlidersHorizontal, go({ to: '/settings/chapter' }), chapterCalls.change],
    ['Audit Log', ScrollText, go({ to: '/audit' }), auditCalls.list],
    [
      'Your Profile',
      UserRound,
      () => void navigate({ to: '/members/$memberId', params: { memberId: me.memberId } }),
    ],
    ['Settings', Settings, go({ to: '/settings' })],
    ['Theme: Light', Sun, () => chooseTheme('light')],
    ['Theme: Dark', Moon, () => chooseTheme('dark')],
    ['Theme: System', Monitor, () => chooseTheme('system')],
    ['Keyboard Shortcuts', Keyboard, onShowShortcuts],
    ['Sign Out', LogOut, onSignOut],
  ];
  return commands
    .filter(([, , , call]) => !call || mayCall(call))
    .map(([label, icon, run]) => ({ id: label, label, icon, run }));
}
