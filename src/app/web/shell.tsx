import { useLocation, useNavigate } from '@tanstack/react-router';
import { Building2, Keyboard, Search, Settings, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { areas } from '#app/web/areas.ts';
import { usePalette } from '#app/web/palette/use-palette.tsx';
import { getLogoUrl } from '#features/chapters/web/shared/logo-url.ts';
import type { Id } from '#kit/id.ts';
import type { Session } from '#web/api/session.ts';
import type { Page } from '#web/area.ts';
import { AppFrame, type NavigationItem } from '#web/layout/app-frame.tsx';
import { UserMenu } from '#web/layout/user-menu.tsx';
import { useMedia } from '#web/ui/use-media.ts';

const pages = areas.flatMap(({ entries }) => entries.pages ?? []);
const navigation: readonly Pick<Page, 'label' | 'to'>[] = [
  { label: 'Home', to: '/' },
  ...pages.filter(({ partOf }) => partOf === undefined),
];

/** The frame of signed-in screens, with the session and the current area. */
export function Shell({
  session,
  onSignOut,
  onChapterChange,
  children,
}: {
  session: Session;
  onSignOut: () => void;
  onChapterChange: (chapterId: Id<'chapter'>) => void;
  children: ReactNode;
}) {
  const path = useLocation({ select: (location) => location.pathname });
  const items: NavigationItem[] = navigation.map(({ label, to }) => ({
    label,
    to,
    isCurrent: isInArea(to, path),
  }));
  const { chapter, me, chapters } = session;
  const { open, palette } = usePalette();
  const navigate = useNavigate();
  // Browsers do not report keyboards; a fine pointer suggests one.
  const hasKeyboard = useMedia('(any-pointer: fine)');
  const shortcuts = {
    label: 'Keyboard Shortcuts',
    icon: <Keyboard />,
    onSelect: () => open('shortcuts'),
  };
  const chaptersItem = {
    label: 'Chapters',
    icon: <Building2 />,
    onSelect: () => void navigate({ to: '/chapters' }),
  };
  return (
    <AppFrame
      chapterName={`${chapter.name} chapter`}
      logoSrc={getLogoUrl(chapter.logo)}
      items={items}
      externalLinks={[
        { label: 'Chapter Site', href: chapter.links.chapterSiteUrl },
        { label: 'Network Hub', href: chapter.links.networkHubUrl },
      ].filter(({ href }) => href !== '')}
      userControl={
        <UserMenu
          user={{ id: me.memberId, name: me.displayName, email: me.email }}
          chapters={chapters}
          currentChapterId={chapter.id}
          onChapterChange={onChapterChange}
          items={[
            { label: 'Search and Commands', icon: <Search />, onSelect: () => open('commands') },
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
          ]}
          onSignOut={onSignOut}
        />
      }
    >
      {children}
      {palette}
    </AppFrame>
  );
}

/** A wallet's page belongs to Wallets and the list of events to the calendar. */
function isInArea(area: string, path: string): boolean {
  const { partOf } = pages.find(({ to }) => to === path) ?? {};
  if (partOf !== undefined) return area === partOf;
  return path === area || (area !== '/' && path.startsWith(`${area}/`));
}
