import { splitLinks } from './split-links.ts';

/** Where `zoom.us/j/123` begins, as people copy it without its beginning. */
const bareAddress = /(?<![^\s(])(?=(?:[a-z\d-]+\.)+[a-z]{2,}\/\S)/;

/** A place as a link: the address of a meeting or of a map if it has one, otherwise a search on a map. */
export function linkToPlace(location: string): string {
  const whole = location.replace(bareAddress, 'https://');
  const link = splitLinks(whole).find(({ isLink }) => isLink)?.text;
  if (link !== undefined) return link;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(location)}`;
}
