import type { Session } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { MenuButton } from '#web/ui/overlays/menu.tsx';
import type { AccountActions } from './account-popover.tsx';

const load = () => import('./account-popover.tsx');
/** A failed load is repeated on opening the menu. */
const preload = () => void load().catch(() => undefined);
const AccountPopover = lazyNamed(load, 'AccountPopover');

/** The account's menu behind the user's picture. Its items are loaded when it is about to open. */
export function AccountMenu({ session, ...actions }: { session: Session } & AccountActions) {
  const { me } = session;
  return (
    <MenuButton
      preload={preload}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={`Account menu for ${me.displayName}`}
          className="touch-target relative shrink-0 rounded-full"
        >
          <Avatar id={me.memberId} name={me.displayName} size="md" />
        </button>
      )}
      popover={(props) => <AccountPopover {...props} {...actions} session={session} />}
    />
  );
}
