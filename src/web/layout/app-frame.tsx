import { Link, type LinkProps } from '@tanstack/react-router';
import clsx from 'clsx';
import MenuIcon from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId, useRef, useState } from 'react';
import { ExternalLink } from '#web/ui/actions/external-link.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { SkipLink } from '#web/ui/actions/skip-link.tsx';
import { Logo } from './logo.tsx';

export type NavigationItem = {
  label: string;
  to: NonNullable<LinkProps['to']>;
  isCurrent: boolean;
  /** Whether the current page is one of this place's, which narrow bars leave out. */
  isAreaCurrent?: boolean;
  /** Belongs to the place before it; left out where there is no room for all. */
  isPart?: boolean;
  /** Places with one are also in the bar of a phone. */
  icon?: ReactNode;
};

export type ExternalNavigationLink = { label: string; href: string };

/**
 * The frame of every signed-in screen: a header with chapter, navigation, external links, search and
 * account menu, then the screen in the main region. Below 768 px the navigation folds behind a toggle,
 * below 1024 px the pages that belong to another do; a phone has the most used places in a bar below, too.
 * Below 1536 px the external links are only behind the toggle and in the account menu.
 */
export function AppFrame({
  chapterName,
  logoSrc,
  items,
  externalLinks = [],
  search,
  userControl,
  children,
}: {
  /** 'San Diego chapter' */
  chapterName: string;
  logoSrc?: string | undefined;
  items: readonly NavigationItem[];
  externalLinks?: readonly ExternalNavigationLink[] | undefined;
  search?: ReactNode;
  userControl?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink targetId="main" />
      <header className="sticky top-0 z-20 h-15 print:static border-b border-line bg-surface">
        <div className="mx-auto flex h-full max-w-[120rem] items-center gap-3 px-4 sm:px-6 lg:gap-5 xl:px-12 2xl:gap-10">
          <Link
            to="/"
            className="flex min-w-0 items-center gap-2.5 rounded-control pointer-coarse:min-h-11"
          >
            <Logo chapterName={chapterName} src={logoSrc} />
            <span className="min-w-0 leading-tight md:max-lg:sr-only">
              <span className="block truncate font-semibold">Chapter Hub</span>
              <span className="block max-w-48 truncate text-xs text-third">{chapterName}</span>
            </span>
          </Link>
          <nav aria-label="Main" className="max-md:hidden print:hidden">
            <ul className="flex items-center gap-0.5">
              {items.map((item) => (
                <li key={item.label} className={clsx(item.isPart && 'max-lg:hidden')}>
                  <NavigationLink
                    item={item}
                    className="h-8.5 px-2 lg:px-2.5 2xl:px-3 pointer-coarse:h-11"
                  />
                </li>
              ))}
            </ul>
          </nav>
          <div className="ml-auto flex shrink-0 items-center gap-3 text-third sm:gap-4 print:hidden">
            {externalLinks.map((link) => (
              <ExternalLink
                key={link.href}
                href={link.href}
                className="whitespace-nowrap max-2xl:hidden"
              >
                {link.label}
              </ExternalLink>
            ))}
            {search}
            {userControl}
            <FoldedNavigation items={items} externalLinks={externalLinks} />
          </div>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        data-makes-room=""
        className="mb-(--phone-bar) flex-1 scroll-mt-15 transition-[padding] duration-200 ease-settle outline-none"
      >
        {/* A table with many columns uses the whole window. */}
        <div className="mx-auto w-full max-w-[120rem] px-4 pt-5 pb-12 has-[>[data-full-width]]:max-w-none sm:px-6 sm:pt-7 xl:px-12 xl:has-[>[data-full-width]]:px-6">
          {children}
        </div>
      </main>
      <PhoneBar items={items.filter(({ icon }) => icon !== undefined)} />
    </div>
  );
}

function NavigationLink({
  item,
  className,
  onSelect,
  children,
}: {
  item: NavigationItem;
  className: string;
  onSelect?: (() => void) | undefined;
  /** Shown before the label. */
  children?: ReactNode;
}) {
  return (
    <Link
      to={item.to}
      preload="intent"
      aria-current={item.isCurrent ? 'page' : undefined}
      // Overrides the router: a wallet's page also belongs to Wallets.
      activeProps={{ 'aria-current': item.isCurrent ? 'page' : undefined }}
      onClick={onSelect}
      className={clsx(
        'flex items-center rounded-control font-medium transition-colors duration-100',
        item.isCurrent
          ? 'bg-primary-tint text-primary-ink forced-colors:outline-2 forced-colors:-outline-offset-2'
          : 'text-second hover:bg-hover hover:text-ink',
        item.isAreaCurrent && 'max-lg:bg-primary-tint max-lg:text-primary-ink',
        className,
      )}
    >
      {children}
      {item.label}
    </Link>
  );
}

/** A native popover, which closes on Escape and a press outside. */
function FoldedNavigation({
  items,
  externalLinks,
}: {
  items: readonly NavigationItem[];
  externalLinks: readonly ExternalNavigationLink[];
}) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => panel.current?.hidePopover();
  return (
    <div
      className="lg:hidden"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <IconButton
        size="md"
        label={isOpen ? 'Close menu' : 'Open menu'}
        icon={isOpen ? <X className="size-5!" /> : <MenuIcon className="size-5!" />}
        aria-expanded={isOpen}
        popoverTarget={id}
        className="-mr-2"
      />
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        className="fixed inset-x-0 top-15 w-full border-b border-line bg-raised p-3 text-ink shadow-float"
      >
        <nav aria-label="All pages">
          <ul>
            {items.map((item) => (
              <li key={item.label}>
                <NavigationLink item={item} className="h-11 px-3" onSelect={close} />
              </li>
            ))}
          </ul>
        </nav>
        {externalLinks.length > 0 && (
          <ul className="mt-2 border-t border-line pt-2 text-second">
            {externalLinks.map((link) => (
              <li key={link.href}>
                <ExternalLink href={link.href} className="flex h-11 w-full px-3">
                  {link.label}
                </ExternalLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The most used places within a thumb's reach on a phone; the others are in the menu above. */
function PhoneBar({ items }: { items: readonly NavigationItem[] }) {
  return (
    <nav
      aria-label="Quick navigation"
      className="fixed inset-x-0 bottom-0 z-20 flex h-(--phone-bar) border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      {items.map((item) => (
        <NavigationLink
          key={item.label}
          item={item}
          className="min-w-0 flex-1 flex-col justify-center gap-0.5 rounded-none text-[0.6875rem] [&_svg]:size-5"
        >
          {item.icon}
        </NavigationLink>
      ))}
    </nav>
  );
}
