/**
 * After a change of screen the reading starts at its heading, and whoever listens hears its name.
 * What took the focus for itself (a search field, a dialog) keeps it.
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
