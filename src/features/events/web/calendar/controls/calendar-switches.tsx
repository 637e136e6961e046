import Check from 'lucide-react/icons/check';
import type { Calendar } from '../../../listing-contract.ts';
import type { useHiddenCalendars } from '../use-hidden-calendars.ts';

/** Shows and hides each calendar in the view of all calendars. Colors are those of categories. */
export function CalendarSwitches({
  calendars,
  hidden,
  toggle,
}: { calendars: readonly Calendar[] } & ReturnType<typeof useHiddenCalendars>) {
  return (
    <fieldset className="flex min-w-0 gap-1 overflow-x-auto py-1 max-sm:flex-wrap sm:max-w-80 print:hidden">
      <legend className="sr-only">Shown Calendars</legend>
      {calendars.map(({ id, name }) => (
        <label
          key={id}
          className="relative flex h-7 max-w-48 shrink-0 items-center gap-2 rounded-badge border border-line px-2 text-xs font-medium text-third select-none hover:text-ink has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-primary pointer-coarse:h-11 forced-colors:has-checked:outline-2 forced-colors:has-checked:-outline-offset-2"
        >
          <input
            type="checkbox"
            role="switch"
            checked={!hidden.has(id)}
            onChange={() => toggle(id)}
            className="peer absolute inset-0 opacity-0"
          />
          <span
            aria-hidden="true"
            className="grid size-3.5 shrink-0 place-items-center rounded-[4px] border border-control text-surface peer-checked:border-second peer-checked:bg-second"
          >
            {!hidden.has(id) && <Check className="size-3" strokeWidth={3} />}
          </span>
          <span className="truncate">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
