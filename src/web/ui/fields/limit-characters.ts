import type { ChangeEvent } from 'react';
import { takeCharacters } from '#kit/text.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Keeps a field to the characters that its schema takes. The attribute of browsers alone would stop at half as many
 * emoji; it bounds what is typed by an input method, which must not be changed meanwhile.
 */
export function limitCharacters<Element extends Field>(
  most: number | undefined,
  onChange: ((event: ChangeEvent<Element>) => unknown) | undefined,
) {
  if (most === undefined) return { onChange };
  return {
    maxLength: 2 * most,
    onChange: (event: ChangeEvent<Element>) => {
      const { target, nativeEvent } = event;
      const isComposing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true;
      const taken = takeCharacters(cleanPasted(target), most);
      if (!isComposing && taken !== target.value) target.value = taken;
      onChange?.(event);
    },
  };
}

/**
 * Cells of a spreadsheet come with tabs, and lines of a paragraph in Word end with characters that are neither line
 * breaks to browsers nor text to the server.
 */
function cleanPasted({ value, type }: Field): string {
  if (type === 'textarea') return value.replaceAll(/[\v\f\u0085\u2028\u2029]/g, '\n');
  return type === 'password' ? value : value.replaceAll(/[\t\v\f\u0085\u2028\u2029]/g, ' ');
}
