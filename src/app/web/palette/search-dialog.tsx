import clsx from 'clsx';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type ComponentType, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { inputClass } from '#web/ui/fields/input-class.ts';
import { popupClass, viewportClass } from '#web/ui/overlays/popup-class.ts';
import { ErrorState } from '#web/ui/states/error-state.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import type { PaletteActions } from './use-frequent-commands.ts';

/** What every search of the API accepts, in characters. */
const maxSearchLength = 200;

export type ResultsProps = PaletteActions & {
  /** Of the list of results. */
  id: string;
  typed: string;
  /** Whether Enter was pressed since anything was typed, and not used yet. */
  isEntered: boolean;
  onEnterUsed: () => void;
  /** Called with the id of the selected option. */
  onSelect: (option: string | undefined) => void;
  /** Where the arrow keys are pressed. */
  field: { readonly current: HTMLInputElement | null };
  onClose: () => void;
};

/**
 * Finds commands, screens, members, events, expenses, wallets, transactions and documents: type, select with
 * the arrow keys, open with Enter. Its field is part of the first load, and one element from the first
 * key on, so that none is lost while the results are loading.
 */
export function SearchDialog({
  onClose,
  results: Results,
  onRetry,
  ...actions
}: PaletteActions & {
  onClose: () => void;
  /** Undefined while its code is loading. */
  results: ComponentType<ResultsProps> | undefined;
  /** Set when the code could not be loaded. */
  onRetry: (() => void) | undefined;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isEntered, setIsEntered] = useState(false);
  const [selected, setSelected] = useState<string>();
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // On a touch screen, the keyboard would cover half of it.
    if (matchMedia('(pointer: coarse)').matches) current?.focus();
    else field.current?.focus();
    // Gives the focus back.
    return () => current?.close();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      onCancel={onClose}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // A panel beside the list would take it for its own.
        event.stopPropagation();
        event.preventDefault();
        onClose();
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
      className={clsx(
        viewportClass,
        'size-full max-h-none max-w-none bg-transparent text-ink outline-none backdrop:bg-scrim print:hidden',
      )}
    >
      <div className={clsx(popupClass, 'starting:translate-y-2 starting:opacity-0 sm:max-w-120')}>
        <div className="flex items-start gap-4 px-5 pt-5 pb-4 sm:px-6">
          <h2 id={`${id}-title`} className="flex-1 text-base font-semibold">
            Search and Commands
          </h2>
          <IconButton label="Close" icon={<X />} className="-mt-1.5 -mr-2" onClick={onClose} />
        </div>
        <div className="relative mx-5 sm:mx-6">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-third"
          />
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-label="Search and Commands"
            aria-autocomplete="list"
            aria-expanded={Results !== undefined}
            aria-controls={id}
            aria-activedescendant={selected}
            placeholder="Search people, events, documents, commands"
            autoComplete="off"
            spellCheck={false}
            maxLength={maxSearchLength}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setIsEntered(false);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') setIsEntered(true);
            }}
            className={clsx(inputClass, 'pl-9')}
          />
        </div>
        {/* A fixed height, so that nothing moves while typing. */}
        <div className="mt-3 flex h-[min(29rem,60dvh)] flex-col px-5 pb-5 sm:px-6">
          {Results ? (
            <Results
              {...actions}
              id={id}
              typed={typed}
              isEntered={isEntered}
              onEnterUsed={() => setIsEntered(false)}
              onSelect={setSelected}
              field={field}
              onClose={onClose}
            />
          ) : onRetry ? (
            <ErrorState title="Couldn't load the search." onRetry={onRetry} />
          ) : (
            <Loading label="Loading..." className="px-3 py-4 text-second">
              Loading...
            </Loading>
          )}
        </div>
      </div>
    </dialog>
  );
}
