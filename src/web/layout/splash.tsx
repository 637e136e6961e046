import { Loading } from '#web/ui/states/loading.tsx';
import { Spinner } from '#web/ui/states/spinner.tsx';

/** Shown until the session is loaded. */
export function Splash() {
  return (
    <Loading label="Loading..." className="flex min-h-dvh items-center justify-center text-third">
      <Spinner className="size-6" />
    </Loading>
  );
}
