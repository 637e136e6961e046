import clsx from 'clsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import type { ComponentProps, ReactNode, RefCallback } from 'react';

/**
 * A table with sticky column headers. While it fits its card, it scrolls with the page and its headers
 * stick below the page's header. A wider one scrolls both ways in its own area and its headers stick to
 * the top of that, because only the newest browsers can scroll a box horizontally while its content
 * sticks to the page. `minWidth` in px keeps the columns legible. Mark the cells of the first column
 * `isSticky`.
 */
export function Table({
  label,
  minWidth,
  isWide,
  isDense = false,
  className,
  areaRef,
  children,
}: {
  /** The caption for assistive technology. */
  label: string;
  minWidth?: number | undefined;
  /** Always scrolls in its own area. */
  isWide?: true | undefined;
  /** Rows of one line of text, for long lists. */
  isDense?: boolean | undefined;
  /** The table's width, by default that of its card. */
  className?: string | undefined;
  /** The area in which a table that `isWide` scrolls. */
  areaRef?: RefCallback<HTMLElement>;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      // Focusable, so that it can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-wide={isWide && ''}
      ref={isWide ? areaRef : observeWidth}
      className="table-area -outline-offset-2"
    >
      {/* Has the width of the columns, so that a table wider than its card is not laid out again when
          the card gets narrower. */}
      <div style={{ minWidth }}>
        <table
          className={clsx(
            'border-separate border-spacing-0',
            className ?? 'w-full',
            isDense && '[&_tbody_:is(td,th)]:h-11.5! [&_tbody_:is(td,th)]:py-1!',
          )}
        >
          <caption className="sr-only">{label}</caption>
          {children}
        </table>
      </div>
    </section>
  );
}

/** Marks the area while the table is wider, before it is painted. */
function observeWidth(area: HTMLElement | null): (() => void) | undefined {
  const table = area?.querySelector('table');
  if (!area || !table) return undefined;
  const observer = new ResizeObserver(() => {
    // offsetWidth includes the scroll bar, which exists only while the area is marked.
    area.toggleAttribute('data-wide', table.offsetWidth > area.offsetWidth);
  });
  observer.observe(area);
  observer.observe(table);
  return () => observer.disconnect();
}

type Align = { isNumeric?: boolean | undefined; isSticky?: boolean | undefined };

// Wide enough for a title and a badge, but leaves most of a narrow card to the other columns.
const stickyClass = 'sticky-cell min-w-[min(17rem,40vw)]';

const edges = 'px-3 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5';

/** A column header. With `sort` it is a button that changes the sort order. */
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
    /** 'none' if the table is sorted by another column. */
    sort?: 'ascending' | 'descending' | 'none' | undefined;
    onSort?: (() => void) | undefined;
    /** Shows the sort arrow only on hover or focus, for tables with many such columns. */
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
            // In the cell's padding, so that it does not widen the column.
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

/** A cell. Numbers are right-aligned with `isNumeric`; `isHeader` marks the cell that names the row. */
export function Td({
  isNumeric = false,
  isSticky = false,
  isHeader = false,
  className,
  ...rest
}: ComponentProps<'td'> & Align & { isHeader?: boolean | undefined }) {
  const classes = cellClass({ isNumeric, isSticky, className });
  return isHeader ? (
    <th {...(rest as ComponentProps<'th'>)} scope="row" className={classes} />
  ) : (
    <td {...rest} className={classes} />
  );
}

/** The classes of a cell, for tables with so many cells that each is a plain `td`. */
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
