import clsx from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

/**
 * A real table. `minWidth` in px keeps the columns legible. While it fits its card, the page scrolls
 * along it and its headers stay below the page's own. A wider one scrolls both ways in an area of its
 * own, no higher than the screen, and its headers stay at the top of that: no browser but the newest
 * lets one box scroll sideways while what is inside sticks to the page.
 * Mark the cells of the first column `isSticky`.
 */
export function Table({
  label,
  minWidth,
  isWide,
  className,
  children,
}: {
  /** Its caption, for assistive technology. */
  label: string;
  minWidth?: number | undefined;
  /** It has an area of its own however wide the card is just now. */
  isWide?: true | undefined;
  /** Its width, where that is not its card's. */
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      // A keyboard scrolls what it can focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-wide={isWide && ''}
      ref={isWide ? undefined : markWhileWide}
      className="table-area -outline-offset-2"
    >
      {/* A box as wide as the columns: a table that is wider than its card anyway is not laid out
          again when the card gets narrower. */}
      <div style={{ minWidth }}>
        <table className={clsx('border-collapse', className ?? 'w-full')}>
          <caption className="sr-only">{label}</caption>
          {children}
        </table>
      </div>
    </section>
  );
}

/** Marks a table's area while the table is wider, before that is painted. */
function markWhileWide(area: HTMLElement | null): (() => void) | undefined {
  const table = area?.querySelector('table');
  if (!area || !table) return undefined;
  const observer = new ResizeObserver(() => {
    // With the area's scroll bar, which is there only while it is marked.
    area.toggleAttribute('data-wide', table.offsetWidth > area.offsetWidth);
  });
  observer.observe(area);
  observer.observe(table);
  return () => observer.disconnect();
}

type Align = { isNumeric?: boolean | undefined; isSticky?: boolean | undefined };

// Wide enough for a title and a badge, yet leaving most of a narrow card to the other columns.
const stickyClass = 'sticky-cell min-w-[min(17rem,52vw)]';

const edges = 'px-3 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5';

/** A column's header. With `sort` it is a button that asks for the other direction. */
export function Th({
  isNumeric = false,
  isSticky = false,
  sort,
  onSort,
  isSortQuiet = false,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'th'>, 'scope'> &
  Align & {
    /** 'none' when the table is sorted by another column. */
    sort?: 'ascending' | 'descending' | 'none' | undefined;
    onSort?: (() => void) | undefined;
    /** Among many such columns: that it can be sorted by is shown to who points at it. */
    isSortQuiet?: boolean | undefined;
  }) {
  const Arrow = sort === 'ascending' ? ArrowUp : sort === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      {...rest}
      scope="col"
      aria-sort={sort}
      className={clsx(
        edges,
        'table-head h-10 text-xs font-medium whitespace-nowrap text-third',
        isNumeric ? 'text-right' : 'text-left',
        isSticky && stickyClass,
        className,
      )}
    >
      {sort ? (
        <button
          type="button"
          onClick={onSort}
          className={clsx(
            'group touch-target relative -mx-1.5 inline-flex h-7 items-center gap-1 rounded-badge px-1.5 hover:bg-hover hover:text-ink',
            isNumeric && 'flex-row-reverse',
          )}
        >
          {children}
          {isSortQuiet && sort === 'none' ? (
            // In the cell's own edge, so that the column is no wider for it.
            <Arrow
              aria-hidden="true"
              className="absolute right-full size-3.5 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
            />
          ) : (
            <Arrow
              aria-hidden="true"
              className={clsx('size-3.5', sort === 'none' && 'opacity-50 group-hover:opacity-100')}
            />
          )}
        </button>
      ) : (
        children
      )}
    </th>
  );
}

/** A row; `isSelected` while its panel is open beside the table. */
export function Tr({
  isSelected = false,
  className,
  ...rest
}: ComponentProps<'tr'> & { isSelected?: boolean | undefined }) {
  return (
    <tr
      {...rest}
      data-selected={isSelected ? '' : undefined}
      className={clsx(
        'bg-(--row) [--row:var(--surface)] hover:[--row:var(--hover)]',
        'forced-colors:data-selected:outline-2 forced-colors:data-selected:-outline-offset-2 data-selected:[--row:var(--primary-tint)] data-selected:[--third:var(--second)]',
        className,
      )}
    />
  );
}

/** A cell; figures right-aligned with `isNumeric`. `isHeader` for the cell that names the row. */
export function Td({
  isNumeric = false,
  isSticky = false,
  isHeader = false,
  className,
  ...rest
}: ComponentProps<'td'> & Align & { isHeader?: boolean | undefined }) {
  const look = cellClass({ isNumeric, isSticky, className });
  return isHeader ? (
    <th {...(rest as ComponentProps<'th'>)} scope="row" className={look} />
  ) : (
    <td {...rest} className={look} />
  );
}

/** The look of a cell, for a table of so many that each is a plain `td`. */
export function cellClass({
  isNumeric = false,
  isSticky = false,
  className,
}: Align & { className?: string | undefined }): string {
  return clsx(
    edges,
    'h-15.5 border-b border-soft py-2 font-normal',
    isNumeric ? 'tabular text-right whitespace-nowrap' : 'text-left',
    isSticky && stickyClass,
    className,
  );
}
