import type { Day } from '#kit/day.ts';
import { toDay } from '#kit/day.ts';
import type { ExpenseFilter } from '../search.ts';

type Days = Pick<ExpenseFilter, 'from' | 'to'>;

export const dayPresets = {
  all: 'All time',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisQuarter: 'This quarter',
  thisYear: 'This year',
  lastYear: 'Last year',
} as const;
export type DayPreset = keyof typeof dayPresets;

const presets = Object.keys(dayPresets) as DayPreset[];

/** The first and the last day of a preset. */
export function toDays(preset: DayPreset, today: Day): Required<Days> {
  const { year, month } = Temporal.PlainDate.from(today);
  const toRange = (firstMonth: Temporal.PlainDate, months: number) => ({
    from: toDay(firstMonth),
    to: toDay(firstMonth.add({ months }).subtract({ days: 1 })),
  });
  const thisMonth = Temporal.PlainDate.from({ year, month, day: 1 });
  const thisYear = thisMonth.with({ month: 1 });
  switch (preset) {
    case 'all':
      return { from: undefined, to: undefined };
    case 'thisMonth':
      return toRange(thisMonth, 1);
    case 'lastMonth':
      return toRange(thisMonth.subtract({ months: 1 }), 1);
    case 'thisQuarter':
      return toRange(thisMonth.subtract({ months: (month - 1) % 3 }), 3);
    case 'thisYear':
      return toRange(thisYear, 12);
    case 'lastYear':
      return toRange(thisYear.subtract({ years: 1 }), 12);
    default:
      return preset satisfies never;
  }
}

/** The preset with these days; undefined for days of one's own. */
export function findPreset({ from, to }: Days, today: Day): DayPreset | undefined {
  return presets.find((preset) => {
    const days = toDays(preset, today);
    return days.from === from && days.to === to;
  });
}
