/** The footers of open dialogs, in the order in which they opened. */
const footers: HTMLElement[] = [];

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

function raiseToasts(): void {
  const height = footers.at(-1)?.offsetHeight ?? 0;
  document.documentElement.style.setProperty('--toast-floor', `${height}px`);
}
