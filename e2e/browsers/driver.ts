/** What a journey needs of a browser, in terms that each of them can serve. */

/** A browser that runs. */
export type Browser = {
  /** 'Firefox 140.0' */
  readonly name: string;
  /** A tab of a profile that nobody has used. */
  openTab(): Promise<Tab>;
  close(): Promise<void>;
};

export type Tab = {
  /** Resolves when the page has loaded. */
  navigate(url: string): Promise<void>;
  /** Calls a function inside the page; its argument and its result travel as JSON. */
  evaluate<Argument, Result>(
    inPage: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  /** Input as a person makes it, by WebDriver's sources of actions, which BiDi shares. */
  perform(sources: readonly ActionSource[]): Promise<void>;
  /** The errors and warnings of the console so far, and what was thrown and not caught. */
  complaints(): Promise<readonly string[]>;
  /** A PNG of what is in sight. */
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
