/** What every panel and dialog is told: it stays on the screen until its way out has ended. */
export type OverlayProps = { open: boolean; onClose: () => void };
