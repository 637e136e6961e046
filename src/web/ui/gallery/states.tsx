import { Plus, Receipt } from 'lucide-react';
import { Button } from '../actions/button.tsx';
import { Card } from '../card.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { Loading } from '../loading.tsx';
import { SkeletonRows } from '../skeleton.tsx';

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
