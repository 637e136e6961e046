/** Props of every panel and dialog; it stays mounted until its closing animation has ended. */
export type OverlayProps = { open: boolean; onClose: () => void };
