import type { Command } from '#web/command.ts';
import { dropSmallWords, matches } from './matches.ts';

/** Whether a command or page answers to what was typed, which may be a question. */
export const answersTo = (
  { label, words = '' }: Pick<Command, 'label' | 'words'>,
  typed: string,
): boolean => matches(`${label} ${words}`, dropSmallWords(typed));
