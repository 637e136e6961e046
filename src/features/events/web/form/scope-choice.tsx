import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import type { Scope } from '../../event.ts';

const options: { value: Scope; label: string }[] = [
  { value: 'one', label: 'This event' },
  { value: 'following', label: 'This and following events' },
  { value: 'all', label: 'All events' },
];

export function ScopeChoice({
  value,
  onValueChange,
}: {
  value: Scope;
  onValueChange: (scope: Scope) => void;
}) {
  return (
    <RadioGroup label="Applies to" options={options} value={value} onValueChange={onValueChange} />
  );
}
