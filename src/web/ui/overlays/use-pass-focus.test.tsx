import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { usePassFocus } from './use-pass-focus.ts';

function Fields({ isLoaded }: { isLoaded: boolean }) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const first = useRef<HTMLInputElement>(null);
  usePassFocus(fields, first, isLoaded);
  return (
    <fieldset ref={fields} tabIndex={-1}>
      {isLoaded && <input ref={first} aria-label="First" />}
    </fieldset>
  );
}

function show() {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  return {
    render: (isLoaded: boolean) => flushSync(() => root.render(<Fields isLoaded={isLoaded} />)),
    focusFields: () => container.querySelector('fieldset')?.focus(),
  };
}

const expectFocus = (tag: 'FIELDSET' | 'INPUT') =>
  expect.poll(() => document.activeElement?.tagName).toBe(tag);

test('the first field has the focus, whether it or the focus of the dialog comes first', async () => {
  const slow = show();
  slow.render(false);
  slow.focusFields();
  await expectFocus('FIELDSET');
  slow.render(true);
  await expectFocus('INPUT');

  const quick = show();
  quick.render(true);
  quick.focusFields();
  await expectFocus('INPUT');
});

test('it is passed once: a tap beside the fields opens no keyboard', async () => {
  const dialog = show();
  dialog.render(true);
  dialog.focusFields();
  await expectFocus('INPUT');
  dialog.focusFields();
  await expectFocus('FIELDSET');
});
