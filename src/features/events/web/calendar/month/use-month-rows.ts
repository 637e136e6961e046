import { type RefCallback, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { fitRows, type MonthRows } from './fit-rows.ts';

/** What is usually above and below the rows; measured once they are rendered. */
const usualOthersRem = 19.75;
/** The margin of the page, so that it does not scroll. */
const belowRem = 3.125;

/**
 * The rows of a month that ends with the window, also where what is above it wraps beside a panel; and the
 * reference to the element around them.
 */
export function useMonthRows(): [MonthRows, RefCallback<HTMLElement>] {
  const [rows, setRows] = useState(() => {
    const rem = getRem();
    return fitRows(innerHeight - usualOthersRem * rem, rem);
  });
  const attach = useCallback((body: HTMLElement | null) => {
    if (!body) return;
    const measure = () => {
      const rem = getRem();
      const top = body.getBoundingClientRect().top + scrollY;
      const next = fitRows(innerHeight - top - belowRem * rem, rem);
      const isSame = ({ height, maxChips }: MonthRows) =>
        height === next.height && maxChips === next.maxChips;
      setRows((known) => (isSame(known) ? known : next));
    };
    // Before the first paint, so that nothing moves.
    measure();
    // In the frame that resized it, so that the page is never higher than the window in between.
    const observer = new ResizeObserver(() => flushSync(measure));
    for (const element of [body, body.closest('section'), body.closest('main')]) {
      if (element) observer.observe(element);
    }
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, []);
  return [rows, attach];
}

function getRem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
