import { createElement, type JSX, type SVGProps } from 'react';

export type IconData = {
  readonly name: string;
  /** Elements with their attributes. */
  readonly node: readonly (readonly [string, Readonly<Record<string, string>>])[];
};

/**
 * What each icon of `lucide-react` is made by: builds replace its own `createLucideIcon`, which takes settings
 * that nothing here sets, is ten times as long, and would be part of the first load.
 */
export default function createIcon({
  name,
  node,
}: IconData): (props: SVGProps<SVGSVGElement>) => JSX.Element {
  return ({ className = '', ...props }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className}`.trim(),
        'aria-hidden': true,
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
