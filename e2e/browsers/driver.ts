/** What journeys need from a browser, in terms that every driver supports. */

/** A running browser. */
export type Browser = {
  /** 'Firefox 140.0' */
  readonly name: string;
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
  /** Performs user input as WebDriver action sources, which BiDi shares. */
  perform(sources: readonly ActionSource[]): Promise<void>;
  /** The errors and warnings of the console so far, and uncaught exceptions. */
  consoleErrors(): Promise<readonly string[]>;
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
};

export type ActionSource =
  | { type: 'key'; id: string; actions: readonly KeyAction[] }
  | {
      type: 'pointer';
      id: string;
      parameters: { pointerType: 'mouse' };
      actions: readonly PointerAction[];
    };

type KeyAction = { type: 'keyDown' | 'keyUp'; value: string };
type PointerAction =
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: 0 };

export const viewport = { width: 1280, height: 800 };
