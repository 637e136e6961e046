/**
 * Focuses the heading after a change of screen, so that screen readers announce it. Does nothing if a
 * field or dialog of the screen already has the focus.
 */
export function focusHeading(): void {
  const main = document.getElementById('main');
  const heading = main?.querySelector<HTMLElement>('h1');
  const active = document.activeElement;
  const isTaken = active !== main && (main?.contains(active) || active?.closest('[role=dialog]'));
  if (!heading || isTaken) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
