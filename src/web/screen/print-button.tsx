import Printer from 'lucide-react/icons/printer';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { plural } from '#kit/counts.ts';
import { formatDay } from '#kit/day.ts';
import { useToday } from '#web/screen/use-today.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../ui/actions/button.tsx';
import { toast } from '../ui/overlays/toast.ts';

/** A list as it stands on paper. */
export type PrintedList = {
  readonly title: string;
  /** Below the title: the period, the filter, count and sum. */
  readonly notes: readonly string[];
  readonly columns: readonly { readonly label: string; readonly isNumeric?: boolean }[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly string[] }[];
};

/** The most rows of a sheet. */
export const maxPrinted = 2_000;

/** '90 payments, 2 of them on this sheet' */
export function describeExtent(noun: string, onSheet: number, totalCount: number): string {
  const all = plural(totalCount, noun);
  return onSheet === totalCount ? all : `${all}, ${onSheet} of them on this sheet`;
}

/**
 * Prints a list alone, with the chapter's name, for those who were not here: `read` reads all of it. The
 * browser's own command prints `shown`, what is on the screen, unless a panel is open.
 */
export function PrintButton({
  read,
  shown,
}: {
  read: () => Promise<PrintedList>;
  shown: () => PrintedList | undefined;
}) {
  const [list, setList] = useState<PrintedList>();
  const [isBusy, setIsBusy] = useState(false);
  const begin = useEffectEvent(() => {
    if (list || document.querySelector('[data-sheet]')) return;
    flushSync(() => setList(shown()));
  });
  useEffect(() => {
    const before = () => begin();
    const after = () => setList(undefined);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  const printAll = async () => {
    setIsBusy(true);
    try {
      const all = await read();
      flushSync(() => {
        setIsBusy(false);
        setList(all);
      });
      print();
    } catch {
      setIsBusy(false);
      toast.error("Couldn't load what to print.");
    }
  };
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<Printer aria-hidden="true" />}
        isBusy={isBusy}
        busyLabel="Loading..."
        onClick={() => void printAll()}
      >
        Print...
      </Button>
      {list && createPortal(<Sheet list={list} />, document.body)}
    </>
  );
}

/** Days, states and whatever else is as short stay on one line beside the longest words. */
const dayLength = 'Nov 29, 2026'.length;

function Sheet({ list: { title, notes, columns, rows } }: { list: PrintedList }) {
  const { chapter } = useSession();
  const today = useToday();
  const align = (index: number) => (columns[index]?.isNumeric ? 'tabular text-right' : 'text-left');
  return (
    <div data-printed="" className="hidden bg-surface text-ink print:block">
      <header className="mb-4 flex items-start justify-between gap-6">
        <div className="min-w-0">
          <p className="text-second">{chapter.name}</p>
          <h1 className="text-title-phone font-semibold">{title}</h1>
          {notes.map((note) => (
            <p key={note} className="wrap-anywhere">
              {note}
            </p>
          ))}
        </div>
        <p className="shrink-0 text-xs text-third">Printed {formatDay(today)}</p>
      </header>
      <table className="w-full border-collapse text-xs">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {columns.map(({ label }, index) => (
              <th
                key={label}
                scope="col"
                className={`border-b border-control px-1.5 py-1 font-medium ${align(index)}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {cells.map((cell, index) => (
                <td
                  key={columns[index]?.label}
                  className={`border-b border-soft px-1.5 py-1 align-top ${align(index)} ${columns[index]?.isNumeric || cell.length <= dayLength ? 'whitespace-nowrap' : 'wrap-anywhere'}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
