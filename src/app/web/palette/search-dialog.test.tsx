/** The search while the code of its results is still loading. */
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findDialog, press } from '#web/testing/controls.ts';
import { type ResultsProps, SearchDialog } from './search-dialog.tsx';

const dialog = findDialog('Search and Commands');
const field = dialog.getByRole('combobox');
const onClose = vi.fn();

function Results({ typed, isEntered }: ResultsProps) {
  return <p>{`${typed}, ${isEntered ? 'entered' : 'not entered'}`}</p>;
}

function show(more: Pick<Parameters<typeof SearchDialog>[0], 'results' | 'onRetry'>): void {
  root.render(
    <SearchDialog {...more} onClose={onClose} onSignOut={onClose} onShowShortcuts={onClose} />,
  );
}

let root: ReturnType<typeof createRoot>;
beforeEach(() => {
  onClose.mockClear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => root.unmount());

test('keeps every letter and Enter until the results are there, in the same field', async () => {
  show({ results: undefined, onRetry: undefined });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('founding dinner{Enter}');
  const element = field.element();
  show({ results: Results, onRetry: undefined });
  await expect.element(page.getByText('founding dinner, entered')).toBeVisible();
  expect(document.activeElement).toBe(element);
  await userEvent.keyboard('s');
  await expect.element(page.getByText('founding dinners, not entered')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
});

test('says that the results could not be loaded, and tries again', async () => {
  const onRetry = vi.fn();
  show({ results: undefined, onRetry });
  await expect.element(dialog).toMatchTextContent("Couldn't load the search.");
  await press(dialog, 'Retry');
  expect(onRetry).toHaveBeenCalledOnce();
});
