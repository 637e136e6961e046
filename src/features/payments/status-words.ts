import type { PaymentStatus } from './contract.ts';

/** One word for one act, on screens, in the audit log and in CSV files. */
export const statusWords: Record<PaymentStatus, string> = {
  waiting: 'waiting',
  confirmed: 'confirmed',
  rejected: 'declined',
  withdrawn: 'canceled',
  taken_back: 'reversed',
};
