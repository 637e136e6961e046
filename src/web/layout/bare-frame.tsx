import type { ReactNode } from 'react';

/** The frame of screens outside a chapter: one centered card. */
export function BareFrame({
  title = 'Chapter Hub',
  lead,
  children,
}: {
  title?: string | undefined;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="flex min-h-dvh flex-col items-center justify-center px-4 py-8 outline-none"
    >
      <section className="w-full max-w-105 rounded-card border border-line bg-surface p-6 shadow-card sm:p-8">
        <div className="mb-6 flex flex-col items-center text-center">
          <img src="/favicon.svg" alt="" width={48} height={48} className="size-12" />
          <h1 className="mt-4 text-title-phone font-semibold tracking-[-0.02em] text-ink">
            {title}
          </h1>
          {lead && <p className="mt-1 text-balance text-second">{lead}</p>}
        </div>
        {children}
      </section>
    </main>
  );
}
