/** What was pressed or focused last outside the toasts. */
let control: Element | undefined;

/** More than the bar of a phone and the distance of toasts from it. */
const reserve = 96;

/**
 * A ref for the stack of toasts: it stays above the control that was used last, so that the word that
 * something was saved does not cover the button that saves what is changed next.
 */
export function keepAboveControl(stack: HTMLElement | null) {
  if (!stack) return undefined;
  const raise = () => {
    const height = `${findHeight(stack)}px`;
    document.documentElement.style.setProperty('--toast-control', height);
  };
  const noteControl = ({ target }: Event) => {
    if (!(target instanceof Element) || stack.contains(target)) return;
    control = target.closest('button, a, input, select, textarea') ?? undefined;
    raise();
  };
  control = document.activeElement ?? undefined;
  // Some browsers do not focus a button that is pressed.
  const events = ['click', 'focusin'] as const;
  for (const event of events) addEventListener(event, noteControl);
  const observer = new MutationObserver(raise);
  observer.observe(stack, { childList: true });
  raise();
  return () => {
    observer.disconnect();
    for (const event of events) removeEventListener(event, noteControl);
  };
}

/** From the bottom of the window to the top of the control, in pixels; 0 if no toast would cover it. */
function findHeight(stack: HTMLElement): number {
  const front = stack.querySelector<HTMLElement>('.toast');
  if (!front || !control?.isConnected) return 0;
  const place = stack.getBoundingClientRect();
  const { top, bottom, left, right } = control.getBoundingClientRect();
  const isBeside = right <= place.left || left >= place.right;
  const isAbove = bottom < innerHeight - front.offsetHeight - reserve;
  return isBeside || isAbove || top >= innerHeight ? 0 : innerHeight - top;
}
