/** The footers of open dialogs and of the screen below, in the order in which they were shown. */
const footers: HTMLElement[] = [];

/** What was pressed or focused last outside the toasts. */
let control: Element | undefined;
let toasts: HTMLElement | undefined;

/** More than the bar of a phone and the distance of toasts from it. */
const reserve = 96;

/**
 * A ref that keeps toasts above a footer, whose buttons are what is pressed next. On phones, dialogs
 * and toasts are both at the bottom.
 */
export function keepToastsAbove(footer: HTMLElement | null) {
  if (!footer) return undefined;
  footers.push(footer);
  const observer = new ResizeObserver(raiseToasts);
  observer.observe(footer);
  return () => {
    observer.disconnect();
    footers.splice(footers.indexOf(footer), 1);
    raiseToasts();
  };
}

/**
 * A ref for the stack of toasts: it stays above the control that was used last, so that the word that
 * something was saved does not cover the button that saves what is changed next.
 */
export function keepAboveControl(stack: HTMLElement | null) {
  if (!stack) return undefined;
  toasts = stack;
  control = document.activeElement ?? undefined;
  // Some browsers do not focus a button that is pressed.
  const events = ['click', 'focusin'] as const;
  for (const event of events) addEventListener(event, noteControl);
  const observer = new MutationObserver(raiseToasts);
  observer.observe(stack, { childList: true });
  raiseToasts();
  return () => {
    observer.disconnect();
    for (const event of events) removeEventListener(event, noteControl);
    toasts = undefined;
  };
}

function noteControl({ target }: Event): void {
  if (!(target instanceof Element) || toasts?.contains(target)) return;
  control = target.closest('button, a, input, select, textarea') ?? undefined;
  raiseToasts();
}

function raiseToasts(): void {
  const height = Math.max(footerHeight(), controlHeight());
  document.documentElement.style.setProperty('--toast-floor', `${height}px`);
}

/** Up to the top of the footer, in pixels from the bottom of the window. */
function footerHeight(): number {
  const footer = footers.at(-1);
  if (!footer) return 0;
  return footer.offsetHeight + (Number.parseFloat(getComputedStyle(footer).bottom) || 0);
}

/** Up to the top of the control used last, if toasts would cover it. */
function controlHeight(): number {
  const front = toasts?.querySelector('.toast');
  if (!toasts || !(front instanceof HTMLElement) || !control?.isConnected) return 0;
  const place = toasts.getBoundingClientRect();
  const { top, bottom, left, right } = control.getBoundingClientRect();
  const isBeside = right <= place.left || left >= place.right;
  const isAbove = bottom < innerHeight - front.offsetHeight - reserve;
  return isBeside || isAbove || top >= innerHeight ? 0 : innerHeight - top;
}
