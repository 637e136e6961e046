import type { OverlayProps } from '#web/screen/overlay-props.ts';
import type { OpenExpense } from '../../expense.ts';

/** The props of all override dialogs. */
export type OverrideDialogProps = OverlayProps & { expense: OpenExpense };
