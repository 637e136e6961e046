import clsx from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../actions/button.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { LoadingRows } from '../states/skeleton.tsx';
import { DialogClose } from './dialog.tsx';

/** One field of both versions as text; different values may have the same text. */
export type ConflictLine = { name: string; mine: string; theirs: string; isDifferent: boolean };

/** Compares the member's input with what someone else saved in the meantime. */
export function Conflict({
  subject,
  isDeleted,
  last,
  lines,
  failure,
  onRetry,
}: {
  /** 'event' */
  subject: string;
  isDeleted: boolean;
  /** Names who saved the other version, or when. */
  last?: ReactNode;
  /** Undefined while the other version is loading. */
  lines: readonly ConflictLine[] | undefined;
  /** Why the other version could not be loaded. */
  failure: string | undefined;
  onRetry: () => void;
}) {
  const section = useRef<HTMLElement>(null);
  // The pressed button has been removed.
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      aria-labelledby="conflict"
      // Focusable, so that it can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="flex flex-col gap-4 rounded-badge outline-offset-4"
    >
      <div role="status">
        <h3 id="conflict" className="font-medium text-warn">
          Someone else {isDeleted ? 'deleted' : 'changed'} this {subject} while you were editing
        </h3>
        {last && <p className="text-third">{last}</p>}
      </div>
      {isDeleted ? (
        <p>Your changes are still in the form. Go back to copy them, or close the dialog.</p>
      ) : lines ? (
        <Comparison lines={lines} />
      ) : failure === undefined ? (
        <LoadingRows label="Loading the current version..." rows={4} />
      ) : (
        <ErrorState title="Couldn't load the current version." onRetry={onRetry}>
          {failure}
        </ErrorState>
      )}
    </section>
  );
}

function Comparison({ lines }: { lines: readonly ConflictLine[] }) {
  const cell = 'px-2.5 py-2 align-top wrap-anywhere whitespace-pre-wrap';
  return (
    <>
      <table className="w-full table-fixed border-collapse text-left">
        <caption className="sr-only">Both versions side by side</caption>
        <thead>
          <tr className="border-b border-line text-xs text-third">
            <th scope="col" className="w-24 py-1.5 sm:w-28">
              <span className="sr-only">Field</span>
            </th>
            <th scope="col" className="px-2.5 py-1.5 font-medium">
              Your version
            </th>
            <th scope="col" className="px-2.5 py-1.5 font-medium">
              Current version
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, mine, theirs, isDifferent }) => (
            <tr key={name} className={clsx('border-b border-soft', isDifferent && 'bg-warn-tint')}>
              <th scope="row" className="px-2 py-2 align-top text-xs font-normal text-second">
                {name}
                {isDifferent && <span className="block font-medium text-warn">differs</span>}
              </th>
              <td className={cell}>{mine}</td>
              <td className={cell}>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-third">
        {lines.some(({ isDifferent }) => isDifferent)
          ? "Your version already includes their changes to fields you didn't edit. Keep My Changes saves your version. Use Their Version discards your changes and closes this form."
          : 'Both versions are the same.'}
      </p>
    </>
  );
}

/** The choices; without another version only going back or closing. */
export function ConflictFooter({
  isBusy,
  onGoBack,
  onTakeTheirs,
  onKeepMine,
}: {
  isBusy: boolean;
  onGoBack: () => void;
  /** Discards the input and closes the form. */
  onTakeTheirs: () => void;
  /** Undefined while there is no version to overwrite. */
  onKeepMine: (() => void) | undefined;
}) {
  return (
    <>
      <Button onClick={onGoBack} disabled={isBusy}>
        Back to Editing
      </Button>
      {onKeepMine ? (
        <>
          <Button onClick={onTakeTheirs} disabled={isBusy}>
            Use Their Version
          </Button>
          <Button variant="primary" isBusy={isBusy} busyLabel="Updating..." onClick={onKeepMine}>
            Keep My Changes
          </Button>
        </>
      ) : (
        <DialogClose disabled={isBusy}>Close</DialogClose>
      )}
    </>
  );
}
