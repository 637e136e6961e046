import { useNavigate } from '@tanstack/react-router';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import Building2 from 'lucide-react/icons/building-complex';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import UserRound from 'lucide-react/icons/user-round';
import { useSwitchChapter } from '#features/identity/web/shared/use-switch-chapter.ts';
import type { Session } from '#web/api/session.ts';
import type { ExternalNavigationLink } from '#web/layout/app-frame.tsx';
import type { OpenMenuProps } from '#web/ui/overlays/menu.tsx';
import type { MenuItem } from '#web/ui/overlays/menu-items.ts';
import { MenuPopover } from '#web/ui/overlays/menu-popover.tsx';
import { type ThemeChoice, useTheme } from '#web/ui/theme.ts';
import { useMedia } from '#web/ui/use-media.ts';
import type { PaletteKind } from './palette/keys.ts';
import { themes } from './themes.tsx';

export type AccountActions = {
  /** Those of the header, which has no room for them on most screens. */
  externalLinks: readonly ExternalNavigationLink[];
  onOpenPalette: (kind: PaletteKind) => void;
  onSignOut: () => void;
};

/** The open account menu: switching chapters, the user's own pages, the theme, and signing out. */
export function AccountPopover({
  session,
  externalLinks,
  onOpenPalette,
  onSignOut,
  ...open
}: OpenMenuProps & AccountActions & { session: Session }) {
  const { me, chapter, chapters } = session;
  const navigate = useNavigate();
  const switchChapter = useSwitchChapter();
  const [theme, chooseTheme] = useTheme();
  // Browsers do not report keyboards; a fine pointer suggests one.
  const hasKeyboard = useMedia('(any-pointer: fine)');
  const chapterChoice: MenuItem = {
    groupLabel: 'Chapter',
    value: chapter.id,
    onValueChange: (value) => {
      const chosen = chapters.find(({ id }) => id === value);
      if (chosen) void switchChapter(chosen.id);
    },
    options: chapters.map(({ id, name }) => ({ value: id, label: name })),
  };
  const shortcuts: MenuItem = {
    label: 'Keyboard Shortcuts',
    icon: <Keyboard />,
    onSelect: () => onOpenPalette('shortcuts'),
  };
  const chaptersItem: MenuItem = {
    label: 'Chapters',
    icon: <Building2 />,
    onSelect: () => void navigate({ to: '/chapters' }),
  };
  const items: MenuItem[] = [
    ...(chapters.length > 1 ? [chapterChoice] : []),
    {
      label: 'Search and Commands',
      icon: <Search />,
      onSelect: () => onOpenPalette('commands'),
    },
    ...(hasKeyboard ? [shortcuts] : []),
    {
      label: 'Your Profile',
      icon: <UserRound />,
      onSelect: () =>
        void navigate({ to: '/members/$memberId', params: { memberId: me.memberId } }),
    },
    ...(me.isInstallationAdmin ? [chaptersItem] : []),
    {
      label: 'Settings',
      icon: <Settings />,
      onSelect: () => void navigate({ to: '/settings' }),
    },
    ...externalLinks.map(
      ({ label, href }, at): MenuItem => ({
        label,
        icon: <ArrowUpRight aria-hidden="true" />,
        onSelect: () => window.open(href, '_blank', 'noopener'),
        startsGroup: at === 0,
      }),
    ),
    {
      groupLabel: 'Theme',
      value: theme,
      onValueChange: (choice) => chooseTheme(choice as ThemeChoice),
      options: themes,
      startsGroup: true,
    },
    {
      label: 'Sign Out',
      icon: <LogOut aria-hidden="true" />,
      onSelect: onSignOut,
      startsGroup: true,
    },
  ];
  return (
    <MenuPopover
      {...open}
      label="Account"
      align="end"
      items={items}
      header={
        <>
          <p className="truncate font-medium">{me.displayName}</p>
          <p className="truncate text-xs text-third">{me.email}</p>
        </>
      }
    />
  );
}
