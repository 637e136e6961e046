import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { roleSuffices } from '#kit/role.ts';
import { useSession } from '#web/api/session.ts';
import { TabDivider, TabLink, TabLinks } from '#web/ui/actions/tab-links.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

const exact = { exact: true, includeSearch: false };

/**
 * The header of the settings and the tabs of the screens that have one, in the order of the areas; members have only one
 * page and no tabs.
 */
export function SettingsFrame({
  description,
  children,
}: {
  description: string;
  children: ReactNode;
}) {
  const { me } = useSession();
  const routes = Object.values(useRouter().routesById);
  return (
    <>
      <PageHeader title="Settings" description={description} />
      {roleSuffices(me.role, 'admin') && (
        <TabLinks label="Settings" className="mb-4">
          <TabLink to="/settings" activeOptions={exact}>
            You
          </TabLink>
          <TabDivider />
          {routes.map(
            ({ id, to, options: { staticData } }) =>
              staticData?.settingsTab && (
                <TabLink key={id} to={to} activeOptions={exact}>
                  {staticData.settingsTab}
                </TabLink>
              ),
          )}
        </TabLinks>
      )}
      {children}
    </>
  );
}
