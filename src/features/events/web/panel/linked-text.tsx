import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { splitLinks } from './split-links.ts';

const linkClass = 'rounded-badge text-primary-ink underline underline-offset-3 wrap-anywhere';

/** A text with its web addresses as links; those of the hub, such as documents, stay in the tab. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((part, place) => {
    const key = `${place} ${part.text}`;
    if (!part.isLink) return part.text;
    return URL.parse(part.text)?.origin === location.origin ? (
      <a key={key} href={part.text} className={linkClass}>
        {part.text}
      </a>
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
