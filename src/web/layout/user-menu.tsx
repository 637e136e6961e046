import { LogOut, Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#web/ui/avatar.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { MenuItem } from '#web/ui/overlays/menu-items.ts';
import { type ThemeChoice, useTheme } from '#web/ui/theme.ts';

const themes = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
] as const satisfies readonly { value: ThemeChoice; label: string; icon: ReactNode }[];

/** The account menu: switching chapters, further items, the theme, and signing out. */
export function UserMenu<ChapterId extends string>({
  user,
  chapters = [],
  currentChapterId,
  onChapterChange,
  items = [],
  onSignOut,
}: {
  user: { id: string; name: string; email: string };
  chapters?: readonly { id: ChapterId; name: string }[] | undefined;
  currentChapterId?: ChapterId | undefined;
  onChapterChange?: ((id: ChapterId) => void) | undefined;
  /** Further items, above the theme. */
  items?: readonly MenuItem[] | undefined;
  onSignOut: () => void;
}) {
  const [theme, chooseTheme] = useTheme();
  const chapterChoice: MenuItem = {
    groupLabel: 'Chapter',
    value: currentChapterId,
    onValueChange: (value) => {
      const chosen = chapters.find(({ id }) => id === value);
      if (chosen) onChapterChange?.(chosen.id);
    },
    options: chapters.map(({ id, name }) => ({ value: id, label: name })),
  };
  const themeChoice: MenuItem = {
    groupLabel: 'Theme',
    value: theme,
    onValueChange: (choice) => chooseTheme(choice as ThemeChoice),
    options: themes,
    startsGroup: chapters.length > 1 || items.length > 0,
  };
  return (
    <Menu
      label="Account"
      header={
        <>
          <p className="truncate font-medium">{user.name}</p>
          <p className="truncate text-xs text-third">{user.email}</p>
        </>
      }
      items={[
        ...(chapters.length > 1 ? [chapterChoice] : []),
        ...items,
        themeChoice,
        {
          label: 'Sign Out',
          icon: <LogOut aria-hidden="true" />,
          onSelect: onSignOut,
          startsGroup: true,
        },
      ]}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={`Account menu for ${user.name}`}
          className="touch-target relative shrink-0 rounded-full"
        >
          <Avatar id={user.id} name={user.name} size="md" />
        </button>
      )}
    />
  );
}
