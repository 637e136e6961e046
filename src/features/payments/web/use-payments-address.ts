import type { Id } from '#kit/id.ts';
import { useScreenState } from '#web/screen/screen-state.ts';
import { type PaymentsSearch, parsePaymentsSearch } from './search.ts';

export type PaymentsAddress = ReturnType<typeof usePaymentsAddress>;

/** The address of the payments and the functions that change it. */
export function usePaymentsAddress() {
  const state = useScreenState({
    from: '/payments',
    read: parsePaymentsSearch,
    closed: {
      dialog: undefined,
      subject: undefined,
      from: undefined,
      to: undefined,
      amount: undefined,
    },
  });
  return {
    search: state.search,
    showStatus: (status: PaymentsSearch['status']) => state.showList({ status }),
    showAll: () => state.showList({ status: undefined, deposit: undefined }),
    changePage: state.changePage,
    view: (payment: Id<'payment'>) =>
      void state.open({ payment }, { replacesCurrent: state.getLatest().payment !== undefined }),
    closePanel: () => state.close({ payment: undefined }),
    record: () => void state.open({ dialog: 'record' }),
    recordMany: () => void state.open({ dialog: 'record-many' }),
    ask: (dialog: 'reject' | 'take-back', subject: Id<'payment'>) =>
      void state.open({ dialog, subject }),
    closeDialog: state.closeDialog,
  };
}
