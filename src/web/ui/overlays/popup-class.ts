/** Classes of overlays: dialogs share one look; menus, tooltips and calendars another. */

export const scrimClass =
  'fixed inset-0 min-h-dvh bg-scrim transition-opacity duration-200 data-starting-style:opacity-0 data-ending-style:opacity-0 print:hidden';

export const viewportClass = 'fixed inset-0 flex items-end justify-center sm:items-center sm:p-6';

/** A centered dialog from 640 px on; below that a bottom sheet. */
export const popupClass = [
  'flex max-h-[calc(100dvh-2rem)] w-full flex-col overflow-hidden bg-raised text-ink shadow-float outline-none forced-colors:border',
  'rounded-t-card sm:max-h-full sm:rounded-card',
  'transition-[translate,opacity] duration-200 ease-settle',
  'data-starting-style:translate-y-full sm:data-starting-style:translate-y-2 sm:data-starting-style:opacity-0',
  'data-ending-style:translate-y-full sm:data-ending-style:translate-y-2 sm:data-ending-style:opacity-0',
].join(' ');

export const floatClass = [
  'rounded-control bg-raised text-ink shadow-float outline-none forced-colors:border',
  'transition-[scale,opacity] duration-100 starting:scale-98 starting:opacity-0',
].join(' ');
