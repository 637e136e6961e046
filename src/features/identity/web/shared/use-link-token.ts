import { useLocation } from '@tanstack/react-router';

/** The token of a link from an email, after `#` so that servers and logs never see it; '' if missing. */
export function useLinkToken(): string {
  return useLocation({ select: (location) => location.hash }).trim();
}
