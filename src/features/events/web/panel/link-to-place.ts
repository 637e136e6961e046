import { splitLinks } from './split-links.ts';

/** `zoom.us/j/123`, as people copy it without its beginning, also among words. */
const bareAddress =
  /(?<![^\s(<"])(?:www\.(?:[a-z\d-]+\.)+[a-z]{2,}|(?:[a-z\d-]+\.)+[a-z]{2,}\/)\S*/;

/** A place as a link: the address of a meeting or of a map if it has one, otherwise a search on a map. */
export function linkToPlace(location: string): string {
  const link = [location, location.replace(bareAddress, 'https://$&')]
    .flatMap(splitLinks)
    .find(({ isLink }) => isLink);
  return (
    link?.text ?? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(location)}`
  );
}
