import type { ReactNode } from 'react';
import { useMayCall } from '#web/api/use-may-call.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { chapterCalls } from '../chapter-contract.ts';
import { ChapterCard } from './chapter-form.tsx';
import { LogoCard } from './logo-card.tsx';
import { PaymentInstructionsCard } from './payment-instructions-card.tsx';

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
