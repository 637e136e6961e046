import { formatCount } from '#kit/counts.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { type DuesSummary, duesFilters } from '../../contract.ts';
import { filterNames } from '../dues-words.ts';
import type { DuesAddress } from '../use-dues-address.ts';

/** Narrows the list; pressed again, it shows everyone. */
export function Filters({
  counts,
  address,
}: {
  counts: DuesSummary['counts'] | undefined;
  address: DuesAddress;
}) {
  const { show } = address.search;
  return (
    <fieldset className="flex flex-wrap gap-2 p-4 sm:px-5">
      <legend className="sr-only">Show</legend>
      {duesFilters.map((filter) => {
        const [short, full] = filterNames[filter];
        return (
          <Button
            key={filter}
            size="sm"
            variant="toolbar"
            aria-pressed={filter === show}
            className="aria-pressed:border-primary aria-pressed:bg-primary-tint aria-pressed:text-primary-ink"
            onClick={() => address.show(filter === show ? undefined : filter)}
          >
            <span aria-hidden="true">{short}</span>
            <span className="sr-only">{full}</span>
            <span className="tabular text-third">{counts && formatCount(counts[filter])}</span>
          </Button>
        );
      })}
    </fieldset>
  );
}
