import { useLocation } from '@tanstack/react-router';

/** The secret of a link in a mail, behind `#` so that no server or log ever sees it; '' for none. */
export function useLinkToken(): string {
  return useLocation({ select: (location) => location.hash }).trim();
}
