import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';

type AnchorButtonProps = ComponentProps<'a'> & {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: ReactNode;
};

function AnchorButton({ variant, size, icon, className, children, ...rest }: AnchorButtonProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size, className })}>
      {icon}
      {children}
    </a>
  );
}

/** A router link that looks like a button: takes the props of a Link. */
export const LinkButton = createLink(AnchorButton);
