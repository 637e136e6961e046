import { Segmented } from '#web/ui/fields/segmented.tsx';
import type { ListViewName } from '../search.ts';

const options: { value: ListViewName; label: string }[] = [
  { value: 'list', label: 'List' },
  { value: 'members', label: 'By Member' },
];

/** Switches between a line for each expense and a column for each member. */
export function ViewSwitch({
  view,
  onChange,
}: {
  view: ListViewName;
  onChange: (view: ListViewName) => void;
}) {
  return (
    <Segmented label="View of Expenses" options={options} value={view} onValueChange={onChange} />
  );
}
