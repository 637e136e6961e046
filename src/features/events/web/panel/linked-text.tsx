import { useRouter } from '@tanstack/react-router';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import type { MouseEvent } from 'react';
import { splitLinks } from './split-links.ts';

const linkClass = 'rounded-badge text-primary-ink underline underline-offset-3 wrap-anywhere';

/** A text with its web addresses as links; those of the hub, such as documents, stay in the tab. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((part, place) => {
    const key = `${place} ${part.text}`;
    if (!part.isLink) return part.text;
    return new URL(part.text).origin === location.origin ? (
      <OwnLink key={key} address={part.text} />
    ) : (
      // Not an ExternalLink, which is a box and would not break with the text.
      <a key={key} href={part.text} target="_blank" rel="noopener noreferrer" className={linkClass}>
        {part.text}
        <ArrowUpRight aria-hidden="true" className="ml-0.5 inline size-3.5" strokeWidth={1.75} />
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    );
  });
}

/** Opened without loading the app again, unless it is a file or the user wants another tab. */
function OwnLink({ address }: { address: string }) {
  const { history } = useRouter();
  const open = (event: MouseEvent) => {
    const { pathname, search, hash } = new URL(address);
    const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (isForBrowser || pathname.startsWith('/api/')) return;
    event.preventDefault();
    history.push(`${pathname}${search}${hash}`);
  };
  return (
    <a href={address} onClick={open} className={linkClass}>
      {address}
    </a>
  );
}
