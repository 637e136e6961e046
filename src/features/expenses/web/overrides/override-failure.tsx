import type { ReactNode } from 'react';
import { CallError, describeFailure, hasCode } from '#web/api/call-error.ts';

/** Why an override was not saved and what to do about it. */
export function overrideFailure(title: string, error: Error | null): ReactNode {
  if (!error) return undefined;
  return (
    <>
      <p className="font-semibold">{title}</p>
      <p>{describeFailure(error)}</p>
      {error instanceof CallError && error.status === 412 && (
        <p>Your changes are still here. Save again to apply them to the latest version.</p>
      )}
      {hasCode(error, 'expense_settled') && <p>Nothing was saved. Your changes are still here.</p>}
    </>
  );
}
