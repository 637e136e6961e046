import { Toast as Base } from '@base-ui/react/toast';
import clsx from 'clsx';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { Button } from '../actions/button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { onToast, type ToastKind } from './toast.ts';
import { keepAboveControl } from './toast-control.ts';

const manager = Base.createToastManager<{ kind: ToastKind }>();

/**
 * The stack of toasts at the bottom left, above the footer of an open dialog and the control used last.
 * There it covers neither these buttons nor the title of a panel, which are what is pressed next.
 * Toasts are swiped away, closed, or disappear by themselves.
 */
export function ToastViewport() {
  // Subscribes after the provider's effects, so that earlier messages are not lost.
  useEffect(
    () =>
      onToast(({ kind, title, description, action }) => {
        const id = manager.add({
          title,
          description,
          data: { kind },
          // Errors interrupt screen readers.
          priority: kind === 'error' ? 'high' : 'low',
          // Long enough to read it twice or reach its button; hovering or focusing it stops the timer.
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
        <Base.Viewport
          ref={keepAboveControl}
          className="toasts fixed inset-x-4 z-10 mx-auto max-w-90 outline-none sm:right-auto sm:left-6 sm:w-90"
        >
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
        swipeDirection={['left', 'down']}
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
            // The library hides it from screen readers unless the stack is open, though Tab reaches it.
            aria-hidden={false}
            render={<IconButton label="Dismiss" icon={<X />} className="-my-1.5 -mr-1.5" />}
          />
        </Base.Content>
      </Base.Root>
    );
  });
}
