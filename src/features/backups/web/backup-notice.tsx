import { useQuery } from '@tanstack/react-query';
import { TextButton, TextLink } from '#web/ui/actions/text-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { describeState } from '../state-words.ts';
import { backupsQuery } from './shared/queries.ts';

/** Notifies an installation admin when its backups need attention. */
export function BackupNotice() {
  const { data, error, refetch } = useQuery(backupsQuery);
  if (data === undefined) {
    if (!error) return null;
    return (
      <Notice tone="warn">
        Couldn't check the backups.{' '}
        <TextButton onClick={() => void refetch()} className="font-medium text-inherit! underline">
          Retry
        </TextButton>
      </Notice>
    );
  }
  if (!data.isTrouble) return null;
  return (
    <Notice tone="warn">
      {describeState(data)}{' '}
      <TextLink to="/chapters" className="font-medium text-inherit! underline">
        Open Backups
      </TextLink>
    </Notice>
  );
}
