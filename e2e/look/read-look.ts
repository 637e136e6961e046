/** Reads how a screen looks as text: where everything drawn is, and in which colors and sizes. */
import type { Page } from '@playwright/test';

/** One drawn element. */
export type Drawn = {
  /** Its tag and the start of its text. */
  name: string;
  /**
   * Left, top, width and height of what is in the window, in whole pixels; undefined where the machine's
   * own font or the time now decides.
   */
  box: readonly [number, number, number, number] | undefined;
  /** Its text, background, border, radius and shadow, and whether something else is on top. */
  style: string;
};

/**
 * What is in the window, or in the dialog that covers it: of a list or table only the first rows, which
 * look like the others.
 */
export function readLook(page: Page): Promise<Drawn[]> {
  return page.evaluate(() => {
    const maxRows = 3;
    const isClear = (color: string) => /^rgba\(.*, 0\)$|^transparent$/.test(color);
    const hex = (color: string) => {
      const context = document.createElement('canvas').getContext('2d');
      if (!context) return color;
      context.fillStyle = color;
      return String(context.fillStyle);
    };
    const ownText = (element: Element) =>
      [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent ?? '')
        .join('')
        .replace(/\s+/g, ' ')
        .trim();
    const isLaterRow = (element: Element): boolean => {
      const row = element.closest('li, tr, [role=row], article');
      if (!row?.parentElement) return false;
      const siblings = [...row.parentElement.children];
      const isLate = siblings.indexOf(row) >= maxRows;
      return isLate || isLaterRow(row.parentElement);
    };
    const isMono = (element: Element) => getComputedStyle(element).fontFamily.includes('monospace');
    const drawn: Drawn[] = [];
    const dialog = document.querySelector('[role$=dialog][data-open]:not([data-side-panel])');
    for (const element of (dialog ?? document.body).querySelectorAll('*')) {
      // A drawing counts as one thing.
      if (element.parentElement?.closest('svg')) continue;
      const rect = element.getBoundingClientRect();
      const isInWindow =
        rect.width > 1 &&
        rect.height > 1 &&
        rect.bottom > 0 &&
        rect.right > 0 &&
        rect.top < innerHeight &&
        rect.left < innerWidth;
      if (
        !isInWindow ||
        !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue;
      if (isLaterRow(element)) continue;
      const css = getComputedStyle(element);
      const text = ownText(element);
      const parts: string[] = [];
      if (text || ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName)) {
        parts.push(`${hex(css.color)} ${css.fontSize}/${css.fontWeight}`);
      }
      if (element.tagName === 'svg') parts.push(hex(css.color));
      if (!isClear(css.backgroundColor)) parts.push(`on ${hex(css.backgroundColor)}`);
      if (css.backgroundImage !== 'none') parts.push('image');
      const sides = (['Top', 'Right', 'Bottom', 'Left'] as const)
        .map((side) =>
          css[`border${side}Style`] === 'none' || isClear(css[`border${side}Color`])
            ? '0'
            : `${css[`border${side}Width`].replace('px', '')} ${hex(css[`border${side}Color`])}`,
        )
        .map((side) => (side.startsWith('0') ? '0' : side));
      if (sides.some((side) => side !== '0')) {
        const isEven = sides.every((side) => side === sides[0]);
        parts.push(`border ${isEven ? sides[0] : sides.join(', ')}`);
      }
      if (css.boxShadow !== 'none') parts.push('shadow');
      if (parts.length === 0 && element.tagName !== 'IMG') continue;
      if (css.borderRadius !== '0px') parts.push(`radius ${css.borderRadius}`);
      if (css.opacity !== '1') parts.push(`opacity ${css.opacity}`);
      const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
      const top = x < innerWidth && y < innerHeight ? document.elementFromPoint(x, y) : element;
      if (text && top && !element.contains(top) && !top.contains(element)) parts.push('covered');
      const siblings = [...(element.parentElement?.children ?? [])];
      // Sessions are of now.
      const isTime = element.tagName === 'TIME';
      const isUnknown = isTime || isMono(element) || siblings.some(isMono);
      const [left, y0] = [Math.max(rect.left, 0), Math.max(rect.top, 0)];
      const [right, y1] = [Math.min(rect.right, innerWidth), Math.min(rect.bottom, innerHeight)];
      const box = [left, y0, right - left, y1 - y0].map(Math.round);
      drawn.push({
        name: `${element.tagName.toLowerCase()} ${isTime ? '' : text.slice(0, 32)}`.trim(),
        box: isUnknown ? undefined : (box as unknown as Drawn['box']),
        style: parts.join('; '),
      });
    }
    return drawn;
  });
}
