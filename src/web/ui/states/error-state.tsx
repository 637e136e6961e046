import RotateCw from 'lucide-react/icons/rotate-cw';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';

/** Reports a failure and offers to retry. */
export function ErrorState({
  title,
  children,
  onRetry,
  isRetrying = false,
}: {
  title: string;
  /** Details such as the message of the failed request. */
  children?: ReactNode;
  onRetry: () => void;
  isRetrying?: boolean | undefined;
}) {
  return (
    <div role="alert" className="flex flex-col items-center px-5 py-10 text-center">
      <span
        aria-hidden="true"
        className="mb-3 flex size-10 items-center justify-center rounded-full bg-owes-tint text-owes"
      >
        <TriangleAlert className="size-5" />
      </span>
      <p className="font-medium text-ink">{title}</p>
      {children && <p className="mt-1 max-w-96 text-third">{children}</p>}
      <Button
        className="mt-4"
        icon={<RotateCw aria-hidden="true" />}
        isBusy={isRetrying}
        busyLabel="Retrying..."
        onClick={onRetry}
      >
        Retry
      </Button>
    </div>
  );
}
