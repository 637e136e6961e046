import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { roleSuffices } from '#features/auth/role.ts';
import { useSession } from '#web/session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

/** Every page of the settings. To add one, add its line; `to` is a screen of `web/routes.tsx`. */
const pages = [
  { to: '/settings', label: 'Your account' },
  { to: '/settings/chapter', label: 'Chapter' },
  { to: '/audit', label: 'Audit' },
] as const;

/** The head that the pages of the settings share; members have one page, and no way to others. */
export function SettingsFrame({ subtitle, children }: { subtitle: string; children: ReactNode }) {
  const { me } = useSession();
  return (
    <>
      <PageHeader title="Settings" subtitle={subtitle} />
      {roleSuffices(me.role, 'admin') && (
        <nav aria-label="Settings" className="mb-4">
          <ul className="flex w-fit max-w-full flex-wrap rounded-control border border-line bg-surface p-[3px]">
            {pages.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  activeOptions={{ exact: true, includeSearch: false }}
                  className="flex h-7 items-center rounded-badge px-3 font-medium text-second hover:text-ink aria-[current=page]:bg-primary-tint aria-[current=page]:text-primary-ink pointer-coarse:h-11"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {children}
    </>
  );
}
