import type { HostedConfig } from '#server/config/identity-config.ts';
import { hostedReturnPath } from '../../contract.ts';
import type { HostedProvider } from './hosted-provider.ts';

/** The hosted provider that people can sign in with. */
export type Hosted = Pick<HostedConfig, 'name' | 'allow'> & {
  /** Loaded at its first use. */
  provider: () => Promise<HostedProvider>;
};

export function createHosted(
  config: HostedConfig,
  publicUrl: () => string,
  onError: (message: string) => void = () => {},
): Hosted {
  const redirectUri = () => `${publicUrl()}${hostedReturnPath}`;
  let provider: Promise<HostedProvider> | undefined;
  return {
    name: config.name,
    allow: config.allow,
    provider: () => {
      provider ??= import('./hosted-provider.ts').then(({ createHostedProvider }) =>
        createHostedProvider(config, redirectUri, onError),
      );
      return provider;
    },
  };
}
