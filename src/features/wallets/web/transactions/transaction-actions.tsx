import { History, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Id } from '#kit/id.ts';
import { focusHeading } from '#web/layout/focus-heading.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Tooltip } from '#web/ui/overlays/tooltip.tsx';
import type { Transaction } from '../../contract.ts';
import { refusalOfChange } from '../../transaction.ts';

/** What can be done about a transaction; the screen does it by changing the address. */
export type TransactionActs = {
  readonly ask: (dialog: 'edit' | 'delete' | 'history', transactionId: Id<'transaction'>) => void;
  /** False where the server would refuse every write of this wallet. */
  readonly mayWrite: boolean;
};

/** History, edit and delete. What a settlement wrote cannot change; the buttons stay and say why. */
export function TransactionActions({
  transaction,
  acts,
}: {
  transaction: Transaction;
  acts: TransactionActs;
}) {
  const { id, description } = transaction;
  const name = description.length > 60 ? `${description.slice(0, 59)}…` : description;
  const why = refusalOfChange(transaction)?.refusal.message;
  const buttons = useRef<HTMLDivElement>(null);
  useFocusLeftBehind(buttons);
  return (
    <div ref={buttons} className="flex justify-end">
      <IconButton
        label={`History of ${name}`}
        icon={<History />}
        onClick={() => acts.ask('history', id)}
      />
      {acts.mayWrite && (
        <>
          <Change
            label={`Edit ${name}`}
            icon={<Pencil />}
            why={why}
            onClick={() => acts.ask('edit', id)}
          />
          <Change
            label={`Delete ${name}`}
            icon={<Trash2 />}
            why={why}
            onClick={() => acts.ask('delete', id)}
          />
        </>
      )}
    </div>
  );
}

/** A row that goes while one of its buttons has the focus, as deleted ones do, leaves it to the heading. */
function useFocusLeftBehind(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = part;
    return () => {
      if (current?.contains(document.activeElement)) setTimeout(focusHeading);
    };
  }, [part]);
}

/** Where it cannot be pressed it can still be reached, because it says why. */
function Change({
  why,
  label,
  icon,
  onClick,
}: {
  why: string | undefined;
  label: string;
  icon: ReactNode;
  onClick: () => void;
}) {
  if (why === undefined) return <IconButton label={label} icon={icon} onClick={onClick} />;
  return (
    <Tooltip text={why}>
      <IconButton
        label={`${label}: ${why}`}
        title=""
        icon={icon}
        aria-disabled="true"
        className="opacity-40!"
      />
    </Tooltip>
  );
}
