import { Fragment, useState } from 'react';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { areSingleKeysOn, setSingleKeys } from '#web/screen/single-keys.ts';
import { Switch } from '#web/ui/fields/checkbox.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { controlKey } from './keys.ts';

/** Each shortcut has a label and one or more key combinations. */
const groups: { title: string; shortcuts: [string, ...string[][]][] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      ['Search and Commands', [controlKey, 'K'], ['/']],
      ['Keyboard Shortcuts', ['?']],
      ['Go to Home, Calendar, Expenses, Wallets...', ['G', 'first letter']],
      ['Next or previous row', ['J'], ['K']],
      ['Close the open dialog or panel', ['Esc']],
      ['Jump to notifications', ['F6']],
    ],
  },
  {
    title: 'On the calendar',
    shortcuts: [
      ['Show today', ['T']],
      ['Move by day or hour', ['←'], ['→'], ['↑'], ['↓']],
      ['Start or end of the week', ['Home'], ['End']],
      ['Move by month or week', ['Page Up'], ['Page Down']],
      ['Move by year', ['Shift', 'Page Up'], ['Shift', 'Page Down']],
      ['Select several days or hours', ['Shift', '→'], ['Shift', '↓']],
      ['Create an event there', ['Enter']],
      ["Go to the day's events and back", ['F2']],
      ['Pick up an event to move it, with Shift its end, in a week with Alt its start', ['Space']],
    ],
  },
];

/** Lists the shortcuts and turns single keys on or off. */
export function ShortcutsDialog(overlay: OverlayProps) {
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  const toggle = (next: boolean) => {
    setIsOn(next);
    setSingleKeys(next);
  };
  return (
    <Dialog {...overlay} title="Keyboard Shortcuts">
      <div className="flex flex-col gap-5">
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className="mb-1 text-xs font-medium text-third">{title}</h3>
            <dl className="divide-y divide-soft">
              {shortcuts.map(([what, ...ways]) => (
                <div key={what} className="flex min-h-10 items-center justify-between gap-4 py-1.5">
                  <dt>{what}</dt>
                  <dd className="flex flex-wrap justify-end gap-x-3 gap-y-1.5">
                    {ways.map((keys) => (
                      <Keys key={keys.join()} keys={keys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          label="Single-key shortcuts"
          description="/, ?, G, J, K and T work when no field has the focus"
          checked={isOn}
          onCheckedChange={toggle}
        />
      </div>
    </Dialog>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex items-center gap-1 text-third">
      {keys.map((key, place) => (
        <Fragment key={key}>
          {place > 0 && <span className="sr-only">and</span>}
          <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded-badge border border-line bg-page px-1.5 font-sans text-xs font-medium text-second">
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}
