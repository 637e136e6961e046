import { type ReactNode, useId } from 'react';
import { TextButton } from '#web/ui/actions/text-link.tsx';

/** An area of the hub in the last row of Home: its name, what it holds, and a link to it. */
export function AreaCard({
  title,
  icon,
  link,
  children,
}: {
  title: string;
  icon: ReactNode;
  link: ReactNode;
  children: ReactNode;
}) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="flex min-w-0 flex-col p-4 sm:px-5">
      <h3
        id={headingId}
        className="flex items-center gap-2 text-xs font-medium text-third [&_svg]:size-3.5"
      >
        {icon}
        {title}
      </h3>
      {/* As high as two lines, so that nothing below moves. */}
      <div className="mt-1 min-h-10 flex-1">{children}</div>
      <p className="mt-1 text-xs">{link}</p>
    </section>
  );
}

/** In the place of what could not be read, which is never shown as zero or none. */
export function Unread({ what, onRetry }: { what: string; onRetry: () => Promise<unknown> }) {
  return (
    <p role="alert" className="text-second">
      Couldn't load {what}.{' '}
      <TextButton className="font-medium underline" onClick={() => void onRetry()}>
        Retry
      </TextButton>
    </p>
  );
}
