import type { OidcConfig } from '#server/config/identity-config.ts';
import { oidcReturnPath } from '../../contract.ts';
import type { OidcProvider } from './oidc-provider.ts';

/** The OIDC provider that people can sign in with. */
export type OidcService = Pick<OidcConfig, 'name' | 'allow'> & {
  /** Loaded on first use. */
  provider: () => Promise<OidcProvider>;
};

export function createOidcService(
  config: OidcConfig,
  publicUrl: () => string,
  onError: (message: string) => void = () => {},
): OidcService {
  const redirectUri = () => `${publicUrl()}${oidcReturnPath}`;
  let provider: Promise<OidcProvider> | undefined;
  return {
    name: config.name,
    allow: config.allow,
    provider: () => {
      provider ??= import('./oidc-provider.ts').then(({ createOidcProvider }) =>
        createOidcProvider(config, redirectUri, onError),
      );
      return provider;
    },
  };
}
