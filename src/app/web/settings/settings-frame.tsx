import type { ReactNode } from 'react';
import { roleSuffices } from '#kit/role.ts';
import { useSession } from '#web/api/session.ts';
import { TabDivider, TabLink, TabLinks } from '#web/ui/actions/tab-links.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** The chapter's pages of the settings; each `to` is a route of `web/routes.tsx`. */
const chapterPages = [
  { to: '/settings/chapter', label: 'Chapter' },
  { to: '/settings/payments', label: 'Payments' },
  { to: '/settings/events', label: 'Events' },
  { to: '/audit', label: 'Audit Log' },
] as const;

const exact = { exact: true, includeSearch: false };

/** The header and tabs of the settings; members have only one page and no tabs. */
export function SettingsFrame({ subtitle, children }: { subtitle: string; children: ReactNode }) {
  const { me } = useSession();
  return (
    <>
      <PageHeader title="Settings" subtitle={subtitle} />
      {roleSuffices(me.role, 'admin') && (
        <TabLinks label="Settings" className="mb-4">
          <TabLink to="/settings" activeOptions={exact}>
            You
          </TabLink>
          <TabDivider />
          {chapterPages.map(({ to, label }) => (
            <TabLink key={to} to={to} activeOptions={exact}>
              {label}
            </TabLink>
          ))}
        </TabLinks>
      )}
      {children}
    </>
  );
}
