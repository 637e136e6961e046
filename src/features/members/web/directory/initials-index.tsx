import { useQuery } from '@tanstack/react-query';
import type { Initial } from '../../directory.ts';
import { initialsQuery } from './directory-queries.ts';

/** The letters with which names begin; a press shows these members, a second one everyone. */
export function InitialsIndex({
  chosen,
  onChoose,
}: {
  chosen: Initial | undefined;
  onChoose: (initial: Initial | undefined) => void;
}) {
  const { data = [] } = useQuery(initialsQuery);
  const letters = chosen && !data.includes(chosen) ? [...data, chosen] : data;
  return (
    // Not a fieldset, which is never narrower than its content.
    <div
      role="group"
      aria-label="Names that begin with"
      // The last letters fade where there are more; on a phone up to the edge. The room keeps Z out of it.
      className="-ml-1 flex min-h-8 min-w-0 flex-[1_0_100%] gap-0.5 overflow-x-auto mask-r-from-[calc(100%-2.5rem)] pr-10 max-sm:-mr-4 print:hidden pointer-coarse:min-h-11 pointer-coarse:gap-0"
    >
      {letters.map((letter) => (
        <button
          key={letter}
          type="button"
          aria-label={letter === '#' ? 'Other characters' : letter}
          aria-pressed={letter === chosen}
          onClick={() => onChoose(letter === chosen ? undefined : letter)}
          className="h-8 min-w-8 shrink-0 rounded-badge text-xs font-medium text-second -outline-offset-2 hover:bg-hover hover:text-ink aria-pressed:bg-primary-tint aria-pressed:text-primary-ink pointer-coarse:h-11 pointer-coarse:min-w-11 forced-colors:aria-pressed:outline-2"
        >
          {letter}
        </button>
      ))}
    </div>
  );
}
