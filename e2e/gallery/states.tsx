import Plus from 'lucide-react/icons/plus';
import Receipt from 'lucide-react/icons/receipt';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { ErrorState } from '#web/ui/states/error-state.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { SkeletonRows } from '#web/ui/states/skeleton.tsx';

export function States() {
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <Card title="Loading" isFlush>
        <Loading label="Loading expenses...">
          <SkeletonRows rows={3} />
        </Loading>
      </Card>
      <Card title="Empty" isFlush>
        <EmptyState
          title="No expenses found"
          icon={<Receipt />}
          action={<Button icon={<Plus aria-hidden="true" />}>Add Expense</Button>}
        >
          Log the first one and choose who shares it.
        </EmptyState>
      </Card>
      <Card title="Failed" isFlush>
        <ErrorState title="Failed to load expenses" onRetry={() => undefined}>
          API request failed: 503 Service Unavailable
        </ErrorState>
      </Card>
    </div>
  );
}
