import { createLink } from '@tanstack/react-router';
import clsx from 'clsx';
import type { ComponentProps } from 'react';

const linkClass =
  'touch-target relative rounded-badge text-primary-ink underline-offset-3 hover:underline focus-visible:underline';

function TextAnchor({ className, ...rest }: ComponentProps<'a'>) {
  return <a {...rest} className={clsx(linkClass, className)} />;
}

/** A router link inside text: takes the props of a Link. */
export const TextLink = createLink(TextAnchor);

/** A button that looks like a link: 'Show all 40', a title that opens a panel. */
export function TextButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={clsx(linkClass, 'text-left', className)} />;
}
