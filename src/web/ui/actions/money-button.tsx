import { useReasonToRest } from '../../api/freshness.ts';
import { Button, type ButtonProps } from './button.tsx';

/** A button that leads to a change of what someone has or owes: it rests while what is shown may be old. */
export function MoneyButton(props: Omit<ButtonProps, 'reasonToRest'>) {
  return <Button {...props} reasonToRest={useReasonToRest()} />;
}
