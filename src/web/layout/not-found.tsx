import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LinkButton } from '#web/ui/actions/link-button.tsx';

export function NotFound() {
  const { pathname } = useLocation();
  useEffect(() => {
    // Not logged as an error: the address is the visitor's.
    console.info('404: no page at', pathname);
  }, [pathname]);
  return (
    <div className="flex flex-col items-center px-5 py-16 text-center">
      <h1 className="tabular text-figure font-semibold tracking-[-0.02em]">404</h1>
      <p className="mt-1 mb-6 text-second">Oops! Page not found</p>
      <LinkButton to="/" variant="primary">
        Return to Home
      </LinkButton>
    </div>
  );
}
