import { lazyRouteComponent } from '@tanstack/react-router';
import type { AreaEntries } from '#web/area.ts';
import { openScreen } from '#web/screen/screens.ts';
import { oidcReturnPath, resetPath } from '../contract.ts';

/** Its screens have no entry in the navigation; links and menus lead to them. */
const entries: AreaEntries = {};

export const identityArea = {
  screens: [
    openScreen(
      oidcReturnPath,
      'Signing in',
      lazyRouteComponent(() => import('./oidc/oidc-return-bare-screen.tsx'), 'OidcReturnScreen'),
    ),
    openScreen(
      resetPath,
      'Password',
      lazyRouteComponent(() => import('./accounts/reset-bare-screen.tsx'), 'ResetScreen'),
    ),
  ],
  entries,
};
