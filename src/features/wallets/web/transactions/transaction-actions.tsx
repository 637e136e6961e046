import Paperclip from 'lucide-react/icons/paperclip';
import Pencil from 'lucide-react/icons/pencil';
import History from 'lucide-react/icons/rotate-ccw-clock';
import Trash2 from 'lucide-react/icons/trash';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Id } from '#kit/id.ts';
import { focusHeading } from '#web/layout/focus-heading.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import type { BookedTransaction } from '../../contract.ts';
import { refusalOfChange } from '../../transaction.ts';
import { useCanChange } from '../use-can-write.ts';

/** Handlers of a transaction's actions, which change the address. */
export type TransactionHandlers = {
  readonly openDialog: (
    dialog: 'edit' | 'delete' | 'history' | 'receipts',
    transactionId: Id<'transaction'>,
  ) => void;
  /** Whether the server accepts writes to this wallet. */
  readonly canWrite: boolean;
};

/** Receipts, history and, unless a settlement or a payment wrote the transaction, edit and delete. */
export function TransactionActions({
  transaction,
  handlers,
}: {
  transaction: BookedTransaction;
  handlers: TransactionHandlers;
}) {
  const { id, description } = transaction;
  const name = description.length > 60 ? `${description.slice(0, 59)}…` : description;
  const mayChange = useCanChange();
  const canChange =
    handlers.canWrite && mayChange(transaction) && refusalOfChange(transaction) === undefined;
  const buttons = useRef<HTMLDivElement>(null);
  useFocusHeadingOnRemoval(buttons);
  return (
    <div ref={buttons} className="flex justify-end">
      <IconButton
        label={`Receipts of ${name}`}
        icon={<Paperclip />}
        onClick={() => handlers.openDialog('receipts', id)}
      />
      <IconButton
        label={`History of ${name}`}
        icon={<History />}
        onClick={() => handlers.openDialog('history', id)}
      />
      {canChange && (
        <>
          <IconButton
            label={`Edit ${name}`}
            icon={<Pencil />}
            onClick={() => handlers.openDialog('edit', id)}
          />
          <IconButton
            label={`Delete ${name}`}
            icon={<Trash2 />}
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
