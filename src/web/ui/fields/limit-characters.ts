import type { ChangeEvent } from 'react';
import { takeCharacters } from '#kit/text.ts';

/**
 * Keeps a field to the characters that its schema takes. The attribute of browsers alone would stop at half as many
 * emoji; it bounds what is typed by an input method, which must not be changed meanwhile.
 */
export function limitCharacters<Element extends HTMLInputElement | HTMLTextAreaElement>(
  most: number | undefined,
  onChange: ((event: ChangeEvent<Element>) => unknown) | undefined,
) {
  if (most === undefined) return { onChange };
  return {
    maxLength: 2 * most,
    onChange: (event: ChangeEvent<Element>) => {
      const { target, nativeEvent } = event;
      const isComposing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true;
      const taken = takeCharacters(target.value, most);
      if (!isComposing && taken !== target.value) target.value = taken;
      onChange?.(event);
    },
  };
}
