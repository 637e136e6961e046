/** Finds elements by role and name, or by text. Runs inside the page. */

/** A string matches anywhere in a text, ignoring case; a regular expression as written. */
export type TextPattern = string | { source: string; flags: string };

export type Step =
  | { role: Role; name: TextPattern | undefined }
  /** The innermost element with this text. */
  | { text: TextPattern };

export type Role =
  | 'alertdialog'
  | 'article'
  | 'button'
  | 'checkbox'
  | 'columnheader'
  | 'complementary'
  | 'dialog'
  | 'field'
  | 'group'
  | 'heading'
  | 'link'
  | 'menuitem'
  | 'navigation'
  | 'option'
  | 'region'
  | 'row'
  | 'status';

export type Found =
  /** The center, which a click there reaches. */
  | { state: 'ready'; x: number; y: number; text: string }
  | { state: 'missing' | 'disabled' | 'moving' | 'covered' | 'unknown'; text: string };

declare global {
  /** The element found last, for the action that follows. */
  var lastFound: Element | undefined;
}

/** Finds the first visible element along the steps; `isClick` also checks that it can be clicked. */
export async function find({
  steps,
  isClick,
}: {
  steps: readonly Step[];
  isClick: boolean;
}): Promise<Found> {
  const selectors: Record<Role, string> = {
    alertdialog: '[role=alertdialog]',
    article: 'article',
    button: 'button:not([role]), [role=button]',
    checkbox: 'input[type=checkbox]:not([role])',
    columnheader: 'th[scope=col]',
    complementary: 'aside, [role=complementary]',
    dialog: 'dialog:not([role]), [role=dialog]',
    field: 'input, select, textarea',
    group: 'fieldset, [role=group]',
    heading: 'h1, h2, h3, h4',
    link: 'a[href]:not([role])',
    menuitem: '[role=menuitem]',
    option: '[role=option]',
    navigation: 'nav',
    region: 'section[aria-label], section[aria-labelledby], [role=region]',
    row: 'tr',
    status: '[role=status], output',
  };

  const normalize = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const matches = (pattern: TextPattern, text: string | null) =>
    typeof pattern === 'string'
      ? normalize(text).toLowerCase().includes(pattern.toLowerCase())
      : new RegExp(pattern.source, pattern.flags).test(normalize(text));
  const computeName = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = ids.length > 0 ? ids.map((id) => document.getElementById(id)) : undefined;
    if (labels) return normalize(labels.map((label) => label?.textContent).join(' '));
    const label = element.getAttribute('aria-label');
    if (label !== null) return normalize(label);
    if ('labels' in element) {
      const ownLabels = [...((element.labels as NodeListOf<Element> | null) ?? [])];
      if (ownLabels.length > 0)
        return normalize(ownLabels.map((each) => each.textContent).join(' '));
    }
    return normalize(element.textContent);
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[inert], [aria-hidden=true]');

  function* follow(scope: Element, path: readonly Step[]): Generator<Element> {
    const [step, ...rest] = path;
    if (!step) {
      yield scope;
      return;
    }
    for (const element of 'role' in step ? findByRole(scope, step) : findByText(scope, step.text)) {
      if (isShown(element)) yield* follow(element, rest);
    }
  }
  function* findByRole(
    scope: Element,
    { role, name }: { role: Role; name: TextPattern | undefined },
  ) {
    for (const element of scope.querySelectorAll(selectors[role])) {
      if (name === undefined || matches(name, computeName(element))) yield element;
    }
  }
  function* findByText(scope: Element, pattern: TextPattern): Generator<Element> {
    const matching = [...scope.children].filter((child) => matches(pattern, child.textContent));
    for (const child of matching) yield* findByText(child, pattern);
    if (matching.length === 0 && matches(pattern, scope.textContent)) yield scope;
  }

  const [element] = follow(document.body, steps);
  globalThis.lastFound = element;
  if (!element)
    return { state: 'missing', text: normalize(document.body.textContent).slice(0, 600) };
  const text = normalize(element.textContent);
  if (isClick) {
    if (element.matches(':disabled, [aria-disabled=true]')) return { state: 'disabled', text };
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  }
  const measure = () => element.getBoundingClientRect();
  const before = measure();
  if (isClick) {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    await nextFrame();
  }
  const { x, y, width, height } = measure();
  if (before.x !== x || before.y !== y || before.width !== width || before.height !== height) {
    return { state: 'moving', text };
  }
  const center = { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
  if (isClick) {
    const hit = document.elementFromPoint(center.x, center.y);
    if (!hit || !(element.contains(hit) || hit.closest('label')?.control === element)) {
      return { state: 'covered', text: `${text}: ${hit?.outerHTML.slice(0, 300)}` };
    }
  }
  return { state: 'ready', ...center, text };
}
