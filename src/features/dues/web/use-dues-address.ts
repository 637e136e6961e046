import type { Id } from '#kit/id.ts';
import { useScreenState } from '#web/screen/screen-state.ts';
import type { ChargeItem } from '../contract.ts';
import { type DuesSearch, parseDuesSearch } from './search.ts';

export type DuesAddress = ReturnType<typeof useDuesAddress>;

export function useDuesAddress() {
  const state = useScreenState({
    from: '/dues',
    read: parseDuesSearch,
    closed: { dialog: undefined, of: undefined, subject: undefined },
  });
  return {
    search: state.search,
    show: (show: DuesSearch['show']) => state.showList({ show }),
    changePage: state.changePage,
    viewMember: (member: Id<'member'>) =>
      void state.open({ member }, { replacesCurrent: state.getLatest().member !== undefined }),
    closePanel: () => state.close({ member: undefined }),
    newCharge: () => void state.open({ dialog: 'new-charge' }),
    askOfCharge: (dialog: 'late-fee' | 'cancel-charge', of: Id<'charge'>) =>
      void state.open({ dialog, of }),
    askOfItem: (dialog: 'waive' | 'move' | 'cancel', { chargeId, id }: ChargeItem) =>
      void state.open({ dialog, of: chargeId, subject: id }),
    pause: () => void state.open({ dialog: 'pause' }),
    closeDialog: state.closeDialog,
  };
}
