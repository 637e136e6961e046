export const duesKey = ['dues'] as const;
export const chargesKey = ['charges'] as const;
