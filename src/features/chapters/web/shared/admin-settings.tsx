import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { roleSuffices } from '#kit/role.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import { SettingsFrame } from '#web/layout/settings-frame.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { chapterCalls } from '../../chapter-contract.ts';

/** A page of the chapter's settings, whose cards only admins see. */
export function AdminSettings({
  description,
  children,
}: {
  description: string;
  children: ReactNode;
}) {
  const mayCall = useMayCall();
  return (
    <SettingsFrame description={description}>
      {mayCall(chapterCalls.change) ? (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">{children}</div>
      ) : (
        <Card label="Chapter">
          <EmptyState title="Only admins can change chapter settings">
            Ask an admin to make changes.
          </EmptyState>
        </Card>
      )}
    </SettingsFrame>
  );
}

/** Whether the cards will be shown, and so what they show should be prefetched. */
export function showsAdminSettings(client: QueryClient): boolean {
  const view = client.getQueryData(sessionQuery.queryKey);
  if (!view?.signedIn || !view.chapter) return false;
  return roleSuffices(view.chapter.role, chapterCalls.change.policy);
}
