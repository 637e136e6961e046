/** The longest time without any of `times`, between two others. */
export function longestGap(times: readonly number[], from: number, end: number): number {
  const marks = [from, ...times.filter((at) => at > from && at < end), end].toSorted(
    (a, b) => a - b,
  );
  return Math.max(...marks.map((at, index) => at - (marks[index - 1] ?? at)));
}
