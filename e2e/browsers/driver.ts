/** What journeys need from a browser, in terms that every driver supports. */

/** A running browser. */
export type Browser = {
  /** Opens a tab with a fresh profile. */
  openTab(): Promise<Tab>;
  close(): Promise<void>;
};

export type Tab = {
  /** Resolves when the page has loaded. */
  navigate(url: string): Promise<void>;
  /** Calls a function in the page; its argument and result are passed as JSON. */
  evaluate<Argument, Result>(
    inPage: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  /** Clicks with the mouse. */
  click(at: { x: number; y: number }): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  pressEscape(): Promise<void>;
  /** The errors and warnings of the console so far, and uncaught exceptions. */
  readonly consoleErrors: readonly string[];
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
};

export const viewport = { width: 1280, height: 800 };
