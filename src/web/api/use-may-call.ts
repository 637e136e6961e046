import type { Endpoint } from '#kit/endpoint.ts';
import { roleSuffices } from '#kit/role.ts';
import { useSession } from './session.ts';

/** Whether the member's role suffices for a call, by its contract, which the server enforces. */
export function useMayCall(): (call: Pick<Endpoint, 'policy'>) => boolean {
  const { me } = useSession();
  return ({ policy }) =>
    policy === 'installation-admin' ? me.isInstallationAdmin : roleSuffices(me.role, policy);
}
