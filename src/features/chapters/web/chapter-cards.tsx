import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { roleSuffices } from '#kit/role.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { chapterCalls } from '../chapter-contract.ts';
import { ChapterCard } from './chapter-form.tsx';
import { chapterQuery } from './chapter-queries.ts';
import { LogoCard } from './logo-card.tsx';
import { PaymentInstructionsCard } from './payment-instructions-card.tsx';
import { instructionsQuery } from './shared/instructions-query.ts';

/** Prefetches what the cards show, if the member may change it. */
export async function prefetchChapterCards(client: QueryClient): Promise<void> {
  const view = client.getQueryData(sessionQuery.queryKey);
  if (!view?.signedIn || !view.chapter) return;
  if (!roleSuffices(view.chapter.role, chapterCalls.change.policy)) return;
  await Promise.all([client.prefetchQuery(chapterQuery), client.prefetchQuery(instructionsQuery)]);
}

/** The chapter's settings for admins. */
export function ChapterCards({ children }: { children?: ReactNode }) {
  const mayCall = useMayCall();
  if (!mayCall(chapterCalls.change)) {
    return (
      <Card label="Chapter">
        <EmptyState title="Only admins can change chapter settings">
          Ask an admin to make changes.
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <ChapterCard />
      <div className="flex flex-col gap-4">
        <LogoCard />
        <PaymentInstructionsCard />
        {children}
      </div>
    </div>
  );
}
