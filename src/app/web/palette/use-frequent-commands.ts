import { useNavigate } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import KeyRound from 'lucide-react/icons/key-round';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Settings from 'lucide-react/icons/settings';
import Sun from 'lucide-react/icons/sun';
import { useSession } from '#web/api/session.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import type { Command } from '#web/command.ts';
import type { PaletteCommand } from '#web/palette.ts';
import { useTheme } from '#web/ui/theme.ts';
import { commandsOfFeatures, words } from './entries.ts';

export type PaletteActions = {
  readonly onSignOut: () => void;
  readonly onShowShortcuts: () => void;
};

/** What else can be done from anywhere, found by typing; only what the member may do. */
export function useFrequentCommands({ onSignOut, onShowShortcuts }: PaletteActions): Command[] {
  const navigate = useNavigate();
  const mayCall = useMayCall();
  const session = useSession();
  const [, chooseTheme] = useTheme();
  const isAllowed = ({ allowed }: PaletteCommand) =>
    typeof allowed === 'function' ? allowed(session) : !allowed || mayCall(allowed);
  const openSettings = () => void navigate({ to: '/settings' });
  const own: [label: string, icon: LucideIcon, run: () => void][] = [
    ['Settings', Settings, openSettings],
    ['Password and Passkeys', KeyRound, openSettings],
    ['Theme: Light', Sun, () => chooseTheme('light')],
    ['Theme: Dark', Moon, () => chooseTheme('dark')],
    ['Theme: System', Monitor, () => chooseTheme('system')],
    ['Keyboard Shortcuts', Keyboard, onShowShortcuts],
    ['Sign Out', LogOut, onSignOut],
  ];
  return [
    ...commandsOfFeatures.filter(isAllowed).map(({ label, icon, words: more, link }) => ({
      id: label,
      label,
      icon,
      words: more,
      run: () => void navigate(typeof link === 'function' ? link(session) : link),
    })),
    ...own.map(([label, icon, run]) => ({ id: label, label, icon, words: words[label], run })),
  ];
}
