import { Segmented } from '#web/ui/fields/segmented.tsx';
import type { CalendarAddress } from '../use-calendar-address.ts';

/** Switches between the month, the week or three days, and the agenda. */
export function LayoutChoice({
  address,
  onChosen,
}: {
  address: CalendarAddress;
  onChosen?: (() => void) | undefined;
}) {
  return (
    <Segmented
      label="Layout"
      options={[
        { value: 'month', label: 'Month' },
        { value: 'week', label: address.isCompact ? '3 Days' : 'Week' },
        { value: 'agenda', label: 'Agenda' },
      ]}
      value={address.layout}
      onValueChange={(layout) => {
        address.chooseLayout(layout);
        onChosen?.();
      }}
    />
  );
}
