import { cut } from '#kit/text.ts';

/** An event's title as the name of a file, without characters that file systems reject. */
export function buildFileName(title: string): string {
  const name = title.replaceAll(/[\p{Cc}\s<>:"/\\|?*]+/gu, ' ').trim();
  return cut(name, 80) || 'Event';
}
