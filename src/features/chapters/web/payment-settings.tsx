import type { QueryClient } from '@tanstack/react-query';
import { useSession } from '#web/api/session.ts';
import { Card } from '#web/ui/card.tsx';
import { PaymentInstructionsCard } from './payment-instructions-card.tsx';
import { AdminSettings, showsAdminSettings } from './shared/admin-settings.tsx';
import { HowToPay } from './shared/how-to-pay.tsx';
import { instructionsQuery } from './shared/instructions-query.ts';

/** How the chapter is paid, beside what members see of it. */
export function PaymentSettings() {
  const { chapter } = useSession();
  return (
    <AdminSettings description={`How members pay the ${chapter.name} chapter`}>
      <PaymentInstructionsCard />
      <Card title="What Members See" description="When they pay the chapter, as last saved">
        <HowToPay />
      </Card>
    </AdminSettings>
  );
}

export async function prefetch(client: QueryClient): Promise<void> {
  if (showsAdminSettings(client)) await client.prefetchQuery(instructionsQuery);
}
