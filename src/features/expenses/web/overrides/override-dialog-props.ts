import type { OverlayProps } from '#web/screen/overlay-props.ts';
import type { OpenExpense } from '../../expense.ts';

/** What each of the dialogs about an expense's overrides is told. */
export type OverrideDialogProps = OverlayProps & { expense: OpenExpense };
