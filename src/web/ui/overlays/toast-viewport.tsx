import { Toast as Base } from '@base-ui/react/toast';
import clsx from 'clsx';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../actions/button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { onToast, type ToastKind } from './toast.ts';

const manager = Base.createToastManager<{ kind: ToastKind }>();

/**
 * The stack of toasts at the upper right, below the header and the head of a panel, where nothing
 * has its buttons; swiped, closed or left to go.
 */
export function ToastViewport() {
  // After the provider's own effects, so that nothing said earlier is lost.
  useEffect(
    () =>
      onToast(({ kind, title, description, action }) => {
        const id = manager.add({
          title,
          description,
          data: { kind },
          // A failure interrupts.
          priority: kind === 'error' ? 'high' : 'low',
          // Long enough to be read twice, or to be reached; while it is hovered or focused it stays.
          timeout: kind === 'error' || action ? 10_000 : 5_000,
          ...(action && {
            actionProps: {
              children: action.label,
              onClick: () => {
                manager.close(id);
                action.onPress();
              },
            },
          }),
        });
      }),
    [],
  );
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-4 top-18 z-10 mx-auto max-w-90 outline-none sm:right-6 sm:left-auto sm:w-90">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info };
const hues = { success: 'text-owed', error: 'text-owes', info: 'text-primary-ink' };

function Toasts() {
  const { toasts } = Base.useToastManager<{ kind: ToastKind }>();
  return toasts.map((message) => {
    const kind = message.data?.kind ?? 'info';
    const Icon = icons[kind];
    return (
      <Base.Root
        key={message.id}
        toast={message}
        swipeDirection={['right', 'up']}
        className="toast"
      >
        <Base.Content className="flex items-start gap-3 p-3.5">
          <Icon aria-hidden="true" className={clsx('mt-0.5 size-4.5 shrink-0', hues[kind])} />
          <div className="min-w-0 flex-1">
            <Base.Title className="font-medium" />
            <Base.Description className="mt-0.5 text-second" />
          </div>
          <Base.Action render={<Button size="sm" className="-my-1.5 shrink-0" />} />
          <Base.Close
            render={<IconButton label="Dismiss" icon={<X />} className="-my-1.5 -mr-1.5" />}
          />
        </Base.Content>
      </Base.Root>
    );
  });
}
