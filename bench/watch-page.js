/** Runs in a page before its own scripts and records its performance in `watched`. */
const watched = {
  listAt: 0,
  firstPaintAt: undefined,
  largestPaintAt: undefined,
  shift: 0,
  tasks: [],
  presses: [],
};
globalThis.watched = watched;

const observe = (type, record) =>
  new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({
    type,
    buffered: true,
  });

observe('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') watched.firstPaintAt = startTime;
});
observe('largest-contentful-paint', ({ startTime }) => {
  watched.largestPaintAt = startTime;
});
// The sum of all shifts, an upper bound of CLS, which counts only the worst window.
observe('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) watched.shift += value;
});
observe('longtask', ({ startTime, duration }) => {
  watched.tasks.push({ startTime, duration });
});
// From a press to the next paint, as of 16 ms; the shortest that browsers report.
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) {
    if (interactionId) watched.presses.push(duration);
  }
}).observe({ type: 'event', buffered: true, durationThreshold: 16 });

/** The list is visible in the frame after its first row was added; another screen's content likewise. */
function lookForList() {
  const wanted = globalThis.wantedContent ?? '[aria-label="Expenses"] :is(tbody tr, li)';
  const row = document.querySelector(wanted);
  requestAnimationFrame(row ? () => setTimeout(recordList) : lookForList);
}
function recordList() {
  watched.listAt = performance.now();
}
lookForList();
