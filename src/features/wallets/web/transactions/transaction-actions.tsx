import Paperclip from 'lucide-react/icons/paperclip';
import Pencil from 'lucide-react/icons/pencil';
import History from 'lucide-react/icons/rotate-ccw-clock';
import Trash2 from 'lucide-react/icons/trash';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Id } from '#kit/id.ts';
import { cut } from '#kit/text.ts';
import { focusHeading } from '#web/layout/focus-heading.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { MenuItem } from '#web/ui/overlays/menu-items.ts';
import type { BookedTransaction } from '../../contract.ts';
import { checkChangeable } from '../../transaction.ts';
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

/** Unless a settlement or a payment wrote the transaction, edit and delete; receipts and history in a menu. */
export function TransactionActions({
  transaction,
  handlers,
  isMenuOnly = false,
}: {
  transaction: BookedTransaction;
  handlers: TransactionHandlers;
  /** Where there is no room for buttons. */
  isMenuOnly?: boolean | undefined;
}) {
  const { id, description } = transaction;
  const name = description.length > 60 ? `${cut(description, 59)}…` : description;
  const mayChange = useCanChange();
  const canChange =
    handlers.canWrite && mayChange(transaction) && checkChangeable(transaction) === undefined;
  const changes: MenuItem[] = [
    { label: 'Edit', icon: <Pencil />, onSelect: () => handlers.openDialog('edit', id) },
    {
      label: 'Delete',
      icon: <Trash2 />,
      tone: 'danger',
      onSelect: () => handlers.openDialog('delete', id),
    },
  ];
  const buttons = useRef<HTMLDivElement>(null);
  useFocusHeadingOnRemoval(buttons);
  return (
    <div ref={buttons} className="flex justify-end">
      {canChange && !isMenuOnly && (
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
      <Menu
        label={`More actions for ${name}`}
        items={[
          ...(canChange && isMenuOnly ? changes : []),
          {
            label: 'Receipts & Documents',
            icon: <Paperclip />,
            onSelect: () => handlers.openDialog('receipts', id),
          },
          {
            label: 'History',
            icon: <History />,
            onSelect: () => handlers.openDialog('history', id),
          },
        ]}
      />
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
