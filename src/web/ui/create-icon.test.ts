/** Icons in builds, which are not made by Lucide's own function. */
import * as calendarSync from 'lucide-react/icons/calendar-sync';
import * as house from 'lucide-react/icons/house';
import { createElement, type ElementType, type SVGProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import createIcon, { type IconData } from './create-icon.ts';

const propsOfUses: SVGProps<SVGSVGElement>[] = [
  {},
  { className: 'size-4 shrink-0' },
  { 'aria-hidden': true, strokeWidth: 1.75 },
];

test.each([house, calendarSync])('an icon is drawn as Lucide draws it', (module) => {
  // Its types omit what it is made of.
  const { __iconData: data } = module as unknown as { __iconData: IconData };
  for (const props of propsOfUses) {
    // Lucide also names what an icon was called before.
    const original = draw(module.default, props).replace(' lucide-home', '');
    expect(draw(createIcon(data), props)).toBe(original);
  }
});

/** With sorted attributes, whose order means nothing. */
function draw(Icon: ElementType, props: SVGProps<SVGSVGElement>): string {
  return renderToStaticMarkup(createElement(Icon, props)).replace(
    /^<svg ([^>]*)>/,
    (_, attributes: string) => (attributes.match(/[\w:-]+="[^"]*"/g) ?? []).toSorted().join('\n'),
  );
}
