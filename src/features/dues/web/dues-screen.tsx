import { useMayCall } from '#web/api/use-may-call.ts';
import { dueCalls } from '../contract.ts';
import { OwnDues } from './member/own-dues.tsx';
import { TreasurersDues } from './treasurers-dues.tsx';
import { useDuesAddress } from './use-dues-address.ts';

/** Who is late, by how much and how long, for treasurers; what is due of them, for all others. */
export function DuesScreen() {
  const address = useDuesAddress();
  const mayList = useMayCall()(dueCalls.list);
  return mayList ? <TreasurersDues address={address} /> : <OwnDues address={address} />;
}
