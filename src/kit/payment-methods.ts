/** How money is handed over outside the hub. */
export const paymentMethods = ['cash', 'check', 'bank', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const methodNames: Record<PaymentMethod, string> = {
  cash: 'Cash',
  check: 'Check',
  bank: 'Bank transfer',
  other: 'Other',
};
