import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Button } from '#web/ui/actions/button.tsx';

/** Replaces a screen that threw an error or could not be loaded. */
export function Crash({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
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
        {error instanceof Error ? error.message : String(error)}
      </p>
      <div className="flex gap-2">
        <Button variant="primary" onClick={tryAgain}>
          Retry
        </Button>
        <Button onClick={() => location.reload()}>Reload Page</Button>
      </div>
    </div>
  );
}
