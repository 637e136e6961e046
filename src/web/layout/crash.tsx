import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Button } from '#web/ui/actions/button.tsx';

/** Replaces a screen that threw an error or could not be loaded. */
export function Crash({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const message = error instanceof Error ? error.message : String(error);
  // Browsers say it differently; only a reload finds the code of another version.
  const isOutdated = /dynamically imported module|Importing a module script failed/.test(message);
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-120 flex-col items-center px-5 py-16 text-center"
    >
      <h1 className="text-title-phone font-semibold">Unexpected Application Error!</h1>
      <p className="mt-2 mb-6 text-second">
        {isOutdated
          ? "A part of this page couldn't be loaded. If the hub was updated while the page was open, reloading it helps."
          : message}
      </p>
      <div className="flex gap-2">
        {!isOutdated && (
          <Button variant="primary" onClick={tryAgain}>
            Retry
          </Button>
        )}
        <Button variant={isOutdated ? 'primary' : 'outline'} onClick={() => location.reload()}>
          Reload Page
        </Button>
      </div>
    </div>
  );
}
