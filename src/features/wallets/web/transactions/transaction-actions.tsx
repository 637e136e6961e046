import { History, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Id } from '#kit/id.ts';
import { focusHeading } from '#web/layout/focus-heading.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Tooltip } from '#web/ui/overlays/tooltip.tsx';
import type { Transaction } from '../../contract.ts';
import { refusalOfChange } from '../../transaction.ts';

/** Handlers of a transaction's actions, which change the address. */
export type TransactionHandlers = {
  readonly openDialog: (
    dialog: 'edit' | 'delete' | 'history',
    transactionId: Id<'transaction'>,
  ) => void;
  /** Whether the server accepts writes to this wallet. */
  readonly canWrite: boolean;
};

/** History, edit and delete. For a settlement's transaction the latter two stay but explain why not. */
export function TransactionActions({
  transaction,
  handlers,
}: {
  transaction: Transaction;
  handlers: TransactionHandlers;
}) {
  const { id, description } = transaction;
  const name = description.length > 60 ? `${description.slice(0, 59)}…` : description;
  const reason = refusalOfChange(transaction)?.refusal.message;
  const buttons = useRef<HTMLDivElement>(null);
  useFocusHeadingOnRemoval(buttons);
  return (
    <div ref={buttons} className="flex justify-end">
      <IconButton
        label={`History of ${name}`}
        icon={<History />}
        onClick={() => handlers.openDialog('history', id)}
      />
      {handlers.canWrite && (
        <>
          <Change
            label={`Edit ${name}`}
            icon={<Pencil />}
            reason={reason}
            onClick={() => handlers.openDialog('edit', id)}
          />
          <Change
            label={`Delete ${name}`}
            icon={<Trash2 />}
            reason={reason}
            onClick={() => handlers.openDialog('delete', id)}
          />
        </>
      )}
    </div>
  );
}

/** Focuses the heading if a row is removed while one of its buttons has the focus. */
function useFocusHeadingOnRemoval(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = ref;
    return () => {
      if (current?.contains(document.activeElement)) setTimeout(focusHeading);
    };
  }, [ref]);
}

/** A disabled button stays focusable, because it explains the reason. */
function Change({
  reason,
  label,
  icon,
  onClick,
}: {
  reason: string | undefined;
  label: string;
  icon: ReactNode;
  onClick: () => void;
}) {
  if (reason === undefined) return <IconButton label={label} icon={icon} onClick={onClick} />;
  return (
    <Tooltip text={reason}>
      <IconButton
        label={`${label}: ${reason}`}
        title=""
        icon={icon}
        aria-disabled="true"
        className="opacity-40!"
      />
    </Tooltip>
  );
}
