import type { ReactNode } from 'react';

/** Names and values in two aligned columns. */
export function DetailList({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[minmax(4.5rem,auto)_minmax(0,1fr)] items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] sm:gap-x-6">
      {children}
    </dl>
  );
}

/** A name and its value; use `isCode` for ids and hashes. */
export function Detail({
  name,
  isCode = false,
  children,
}: {
  name: string;
  isCode?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <div className="col-span-2 grid min-h-7 grid-cols-subgrid items-baseline pointer-coarse:has-[a]:py-2.5">
      <dt className="text-third">{name}</dt>
      <dd
        className={
          isCode
            ? 'flex min-w-0 items-center gap-1 font-mono text-xs text-third'
            : 'flex min-w-0 flex-wrap items-center gap-2 text-ink wrap-anywhere'
        }
      >
        {children}
      </dd>
    </div>
  );
}
