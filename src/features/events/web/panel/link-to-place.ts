import { splitLinks } from './split-links.ts';

/** `zoom.us/j/123`, as people copy it without its beginning. */
const bareAddress = /^(?:[a-z\d-]+\.)+[a-z]{2,}\/\S+$/;

/** A place as a link: the address of a meeting or of a map if it has one, otherwise a search on a map. */
export function linkToPlace(location: string): string {
  const link = splitLinks(location).find(({ isLink }) => isLink)?.text;
  if (link !== undefined) return link;
  if (bareAddress.test(location)) return `https://${location}`;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(location)}`;
}
