import { ExternalLink } from '#web/ui/actions/external-link.tsx';
import { splitLinks } from './split-links.ts';

/** A text with its web addresses as links; those of the hub, such as documents, stay in the tab. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((part, place) => {
    const key = `${place} ${part.text}`;
    if (!part.isLink) return part.text;
    return URL.parse(part.text)?.origin === location.origin ? (
      <a
        key={key}
        href={part.text}
        className="rounded-badge text-primary-ink underline underline-offset-3"
      >
        {part.text}
      </a>
    ) : (
      <ExternalLink key={key} href={part.text} className="text-primary-ink underline">
        <span className="min-w-0 wrap-anywhere">{part.text}</span>
      </ExternalLink>
    );
  });
}
