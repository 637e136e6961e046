import type { ReactNode } from 'react';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';

/** A card of Home that summarizes an area and links to it. */
export function AreaCard({
  title,
  icon,
  actions,
  children,
}: {
  title: string;
  icon: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card
      className="flex flex-col"
      heading="label"
      title={
        <span className="flex items-center gap-2 [&_svg]:size-4">
          {icon}
          {title}
        </span>
      }
    >
      <div className="flex-1 sm:min-h-16.5">{children}</div>
      <div className="mt-4 flex flex-wrap gap-2">{actions}</div>
    </Card>
  );
}

/** In the place of what a card could not read, which is never shown as zero or none. */
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
