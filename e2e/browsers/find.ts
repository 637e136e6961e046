/** Finding what a person would: by role and name, or by words. Runs inside the page. */

/** What is looked for stands somewhere in it, in any case; or an expression says it exactly. */
export type Words = string | { source: string; flags: string };

export type Step =
  | { role: Role; name: Words | undefined }
  /** The innermost element that holds these words. */
  | { words: Words };

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
  | 'region'
  | 'row'
  | 'status';

export type Found =
  /** Its middle, which a press there reaches. */
  | { is: 'ready'; x: number; y: number; text: string }
  | { is: 'missing' | 'disabled' | 'moving' | 'covered' | 'unknown'; text: string };

declare global {
  /** The element that was found last, for what is done to it next. */
  var lastFound: Element | undefined;
}

/** The first visible element at the end of the steps; `isPressed`: once it can be pressed. */
export async function find({
  steps,
  isPressed,
}: {
  steps: readonly Step[];
  isPressed: boolean;
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
    navigation: 'nav',
    region: 'section[aria-label], section[aria-labelledby], [role=region]',
    row: 'tr',
    status: '[role=status], output',
  };

  const normalized = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const matches = (words: Words, text: string | null) =>
    typeof words === 'string'
      ? normalized(text).toLowerCase().includes(words.toLowerCase())
      : new RegExp(words.source, words.flags).test(normalized(text));
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = ids.length > 0 ? ids.map((id) => document.getElementById(id)) : undefined;
    if (labels) return normalized(labels.map((label) => label?.textContent).join(' '));
    const label = element.getAttribute('aria-label');
    if (label !== null) return normalized(label);
    if ('labels' in element) {
      const own = [...((element.labels as NodeListOf<Element> | null) ?? [])];
      if (own.length > 0) return normalized(own.map((each) => each.textContent).join(' '));
    }
    return normalized(element.textContent);
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
    for (const element of 'role' in step ? byRole(scope, step) : byWords(scope, step.words)) {
      if (isShown(element)) yield* follow(element, rest);
    }
  }
  function* byRole(scope: Element, { role, name }: { role: Role; name: Words | undefined }) {
    for (const element of scope.querySelectorAll(selectors[role])) {
      if (name === undefined || matches(name, nameOf(element))) yield element;
    }
  }
  function* byWords(scope: Element, words: Words): Generator<Element> {
    const holding = [...scope.children].filter((child) => matches(words, child.textContent));
    for (const child of holding) yield* byWords(child, words);
    if (holding.length === 0 && matches(words, scope.textContent)) yield scope;
  }

  const [element] = follow(document.body, steps);
  globalThis.lastFound = element;
  if (!element) return { is: 'missing', text: normalized(document.body.textContent).slice(0, 600) };
  const text = normalized(element.textContent);
  if (isPressed) {
    if (element.matches(':disabled, [aria-disabled=true]')) return { is: 'disabled', text };
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  }
  const place = () => element.getBoundingClientRect();
  const before = place();
  if (isPressed) {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
  }
  const { x, y, width, height } = place();
  if (before.x !== x || before.y !== y || before.width !== width || before.height !== height) {
    return { is: 'moving', text };
  }
  const middle = { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
  if (isPressed) {
    const hit = document.elementFromPoint(middle.x, middle.y);
    if (!hit || !(element.contains(hit) || hit.closest('label')?.control === element)) {
      return { is: 'covered', text: `${text}: ${hit?.outerHTML.slice(0, 300)}` };
    }
  }
  return { is: 'ready', ...middle, text };
}
