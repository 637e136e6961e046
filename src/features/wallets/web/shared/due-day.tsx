import type { Day } from '#kit/day.ts';
import { countDaysLate, describeDue, describeLate } from '../../due-words.ts';

/** 'Due Jan 31', or in red '12 days late'. */
export function DueDay({ dueOn, today }: { dueOn: Day; today: Day }) {
  const days = countDaysLate(dueOn, today);
  return (
    <span className={`text-xs whitespace-nowrap ${days > 0 ? 'text-owes' : 'text-third'}`}>
      {days > 0 ? describeLate(days) : describeDue(dueOn, today)}
    </span>
  );
}
