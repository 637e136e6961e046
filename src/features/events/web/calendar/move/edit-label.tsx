import type { Ref } from 'react';

/** Says where an event is being moved: beside the pointer, or with keys at the bottom of the window. */
export function EditLabel({
  ref,
  by,
  title,
  where,
  hint,
}: {
  ref?: Ref<HTMLDivElement>;
  by: 'keys' | 'pointer';
  title: string;
  /** 'to Monday' or 'until Monday'. */
  where: string;
  /** The keys, until the first is pressed. */
  hint: string | false;
}) {
  return (
    <div
      ref={ref}
      aria-live="assertive"
      className={
        by === 'pointer'
          ? 'pointer-events-none fixed top-0 left-0 z-50 max-w-64 truncate rounded-control bg-raised px-3 py-1.5 text-xs font-medium shadow-float'
          : 'pointer-events-none fixed inset-x-0 bottom-4 z-50 mx-auto w-fit max-w-[calc(100vw-2rem)] rounded-control bg-raised px-3.5 py-2 text-center text-xs text-second shadow-float'
      }
    >
      {by === 'pointer' ? (
        `${title}: ${where.replace(/^to /, '')}`
      ) : (
        <>
          Moving {title} <strong>{where}</strong>. {hint}
        </>
      )}
    </div>
  );
}
