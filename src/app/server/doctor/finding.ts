/** What a check of an installation says. */
export type Finding = {
  /** `advice` leaves the exit code alone: it may be as the operator wants it. */
  readonly level: 'fine' | 'advice' | 'problem';
  /** What is the matter, and how to mend it. */
  readonly text: string;
};

export const fine = (text: string): Finding => ({ level: 'fine', text });
export const advice = (text: string): Finding => ({ level: 'advice', text });
export const problem = (text: string): Finding => ({ level: 'problem', text });
