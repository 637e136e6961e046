import { useLocation } from '@tanstack/react-router';
import House from 'lucide-react/icons/house';
import type { ReactNode } from 'react';
import { areas } from '#app/web/areas.ts';
import { usePalette } from '#app/web/palette/use-palette.tsx';
import { getLogoUrl } from '#features/chapters/web/shared/logo-url.ts';
import { MemberPhotos } from '#features/members/web/shared/member-photos.ts';
import type { Session } from '#web/api/session.ts';
import type { Page } from '#web/area.ts';
import { AppFrame, type NavigationItem } from '#web/layout/app-frame.tsx';
import { AccountMenu } from './account-menu.tsx';
import { OldDataBanner } from './old-data-banner.tsx';
import { SearchButton } from './palette/search-button.tsx';

const pages = areas.flatMap(({ entries }) => entries.pages ?? []);
const places: readonly Page[] = [
  { label: 'Home', to: '/', icon: House },
  ...pages.filter(({ partOf }) => partOf === undefined),
];
const parts = pages.filter(({ partOf }) => partOf !== undefined);
/** A letter goes to a place rather than to a page that belongs to one. */
const placesForKeys = [...places, ...parts];
/** What fits into the bar of a phone. */
const phonePlaces = 5;

/** The frame of signed-in screens, with the session and the current area. */
export function Shell({
  session,
  onSignOut,
  children,
}: {
  session: Session;
  onSignOut: () => void;
  children: ReactNode;
}) {
  const path = useLocation({ select: (location) => location.pathname });
  const isPart = parts.some(({ to }) => to === path);
  const items: NavigationItem[] = places.flatMap((place, at) => {
    const { icon: Icon } = place;
    const isAreaCurrent = isInArea(place.to, path);
    return [
      {
        label: place.label,
        to: place.to,
        isCurrent: isAreaCurrent && !isPart,
        isAreaCurrent,
        icon: at < phonePlaces ? <Icon aria-hidden="true" /> : undefined,
      },
      ...parts
        .filter(({ partOf }) => partOf === place.to)
        .map(({ label, to }) => ({ label, to, isCurrent: to === path, isPart: true })),
    ];
  });
  const { chapter } = session;
  const externalLinks = [
    { label: 'Chapter Site', href: chapter.links.chapterSiteUrl },
    { label: 'Network Hub', href: chapter.links.networkHubUrl },
  ].filter(({ href }) => href !== '');
  const { open, palette } = usePalette(placesForKeys, onSignOut);
  return (
    <AppFrame
      chapterName={`${chapter.name} chapter`}
      logoSrc={getLogoUrl(chapter.logo)}
      items={items}
      externalLinks={externalLinks}
      search={<SearchButton onClick={() => open('commands')} />}
      userControl={
        <AccountMenu
          session={session}
          externalLinks={externalLinks}
          onOpenPalette={open}
          onSignOut={onSignOut}
        />
      }
    >
      <OldDataBanner />
      {children}
      {palette}
      <MemberPhotos />
    </AppFrame>
  );
}

/** A wallet's page belongs to Wallets and the list of events to the calendar. */
function isInArea(area: string, path: string): boolean {
  const { partOf } = pages.find(({ to }) => to === path) ?? {};
  if (partOf !== undefined) return area === partOf;
  return path === area || (area !== '/' && path.startsWith(`${area}/`));
}
