import { useQuery } from '@tanstack/react-query';
import { plural } from '#kit/counts.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { recurringListQuery } from './queries.ts';
import { useReasonAgainst } from './use-reason-against.ts';

/** Notifies those who can fix it that recurring expenses could not be made. */
export function RecurringNotice({ onShow }: { onShow: () => void }) {
  const reasonAgainst = useReasonAgainst();
  const { data } = useQuery(recurringListQuery);
  const failing = data?.filter(
    (each) => each.failure !== null && reasonAgainst(each) === undefined,
  );
  if (!failing || failing.length === 0) return null;
  return (
    <Notice tone="warn">
      {plural(failing.length, 'recurring expense')} couldn't be created.{' '}
      <TextButton className="font-medium text-warn! underline" onClick={onShow}>
        See Why
      </TextButton>
    </Notice>
  );
}
