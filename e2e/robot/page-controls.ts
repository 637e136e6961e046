/**
 * Finds what can be pressed on a page, and on what layer of it. It is sent to the browser as source,
 * so it refers to nothing outside.
 */
export type Control = {
  /** The same control of the same layer has the same key, also after the page was loaded again. */
  key: string;
  layer: string;
  role: string;
  name: string;
  /** Ends the layer: confirms a dialog, or sends a form. */
  isSubmit: boolean;
  /** One of the fields of a form, such as a switch or an option. */
  isField: boolean;
  /** The heading that an option stands under. */
  group: string;
  /** Where a link to another screen leads. */
  leadsTo: string | undefined;
};
export type Place = { path: string; search: string; layer: string; isModal: boolean };

export type PageControls = {
  list(): Control[];
  find(key: string): Element | undefined;
  where(): Place;
  findModal(): Element | undefined;
  isShown(element: Element): boolean;
  isChosen(element: Element): boolean;
  nameOf(element: Element): string;
};
declare global {
  var pageControls: PageControls;
}

/** A pattern of names of things, and what takes its place where one of a kind is enough. */
export type Kind = readonly [pattern: string, kind: string];

export function installPageControls(kinds: readonly Kind[]): void {
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 0 &&
      height > 0 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden=true], [data-ending-style], .toast') === null
    );
  };
  const textOf = (element: Element | null): string =>
    (element?.getAttribute('aria-label') || element?.textContent || '').trim();
  const nameOf = (element: Element): string => {
    const labels = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const named =
      element.getAttribute('aria-label') ||
      labels.map((id) => textOf(document.getElementById(id))).join(' ') ||
      [...((element as HTMLInputElement).labels ?? [])].map(textOf).join(' ') ||
      element.textContent ||
      element.getAttribute('title') ||
      '';
    return named.replaceAll(/\s+/g, ' ').trim();
  };
  /** Days, amounts and counts differ from day to day. */
  const normalize = (name: string): string =>
    kinds.reduce(
      (all, [pattern, kind]) => all.replaceAll(new RegExp(pattern, 'g'), kind),
      replaceFigures(name),
    );
  const replaceFigures = (name: string): string =>
    name
      .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '#')
      .replaceAll(
        /\b(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day\b|\b(Sun|Mon|Tue|Wed|Thu|Fri|Sat)\b/g,
        'DAY',
      )
      .replaceAll(
        /\b(January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g,
        'MONTH',
      )
      .replaceAll(/\d[\d,.:]*/g, '0')
      .slice(0, 80);

  /** What is on top and takes every press, from the last opened. */
  function findModal(): Element | undefined {
    const layers = [
      ...document.querySelectorAll(
        '[role=menu], [role=listbox], dialog, [role=alertdialog], [role=dialog]:not([data-side-panel])',
      ),
    ].filter(isShown);
    return layers
      .filter((layer) => !layers.some((other) => other !== layer && layer.contains(other)))
      .at(-1);
  }
  const findPanel = () =>
    [...document.querySelectorAll('[data-side-panel]')].filter(isShown).at(-1);
  const labelOf = (layer: Element): string =>
    `${layer.getAttribute('role') ?? 'panel'} ${normalize(nameOf(layer)).slice(0, 60)}`;

  const pressable =
    'button, a[href], select, summary, input[type=checkbox], input[type=radio], [role^=menuitem], [role=option], [role=tab], [role=switch], [role=checkbox], [role=radio], [role=button], [role=gridcell][tabindex]';
  const isPressable = (element: Element): boolean =>
    isShown(element) &&
    !element.matches(':disabled, [aria-disabled=true]') &&
    // Elsewhere, no one can do anything about a refusal.
    !(
      element instanceof HTMLAnchorElement &&
      (element.target === '_blank' || element.origin !== location.origin)
    );

  /** Already chosen, or a link to where one is: pressing it again changes nothing. */
  const isChosen = (element: Element): boolean =>
    element.matches(
      '[aria-current]:not([aria-current=false]), [aria-checked=true], [aria-pressed=true], [aria-selected=true], input[type=radio]:checked',
    ) ||
    (element instanceof HTMLAnchorElement && element.href === location.href);

  let found = new Map<string, Element>();
  function list(): Control[] {
    const modal = findModal();
    const panel = modal ? undefined : findPanel();
    const roots: [string, Element][] = modal
      ? [[labelOf(modal), modal]]
      : [
          ...(panel ? ([[labelOf(panel), panel]] as [string, Element][]) : []),
          ['page', document.body],
        ];
    found = new Map();
    const controls: Control[] = [];
    for (const [layer, root] of roots) {
      const buttons = [...root.querySelectorAll(pressable)];
      for (const element of buttons) {
        if (!isPressable(element) || (root === document.body && panel?.contains(element))) continue;
        const role = element.getAttribute('role') ?? element.localName;
        const inner = element.closest('header, nav, [role=banner]') && !modal ? 'header' : layer;
        const name = normalize(nameOf(element));
        const row = element.closest('li, tr, article');
        const inRow =
          row && root.contains(row) && !name.includes(' for ')
            ? normalize(textOf(row)).slice(0, 24)
            : '';
        const key = `${inner} | ${role} | ${name} | ${inRow}`;
        if (found.has(key)) continue;
        found.set(key, element);
        const isSubmit =
          element.matches('form button[type=submit], button[form]') ||
          (modal?.getAttribute('role') === 'alertdialog' &&
            element === buttons.filter((each) => each.localName === 'button').at(-1));
        const leadsTo =
          element instanceof HTMLAnchorElement && element.pathname !== location.pathname
            ? element.pathname + element.search
            : undefined;
        const isField = element.matches(
          'form :not([type=submit]), [role=option], [role=gridcell], select, input',
        );
        const group = textOf(element.closest('[role=group][aria-label]'));
        controls.push({ key, layer: inner, role, name, isSubmit, isField, group, leadsTo });
      }
    }
    return controls;
  }

  const where = (): Place => {
    const modal = findModal();
    return {
      path: location.pathname,
      search: location.search,
      layer: modal ? labelOf(modal) : 'page',
      isModal: modal !== undefined,
    };
  };

  globalThis.pageControls = {
    list,
    find: (key) => found.get(key),
    where,
    findModal,
    isShown,
    isChosen,
    nameOf,
  };
}
