import { useQuery } from '@tanstack/react-query';
import DatabaseBackup from 'lucide-react/icons/database-backup';
import { formatDateTime } from '#kit/day.ts';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryView, StaleNotice } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { BackupOverview } from '../../contract.ts';
import { describeState } from '../../state-words.ts';
import { AttemptTable } from './attempt-table.tsx';
import { backupsQuery, useBackUp } from './queries.ts';

/** Whether the installation's backups are as they should be, and the newest of them. */
export function BackupsCard() {
  const backups = useQuery(backupsQuery);
  return (
    <Card
      title="Backups"
      description="Of all chapters, with everything they hold"
      isFlush
      actions={backups.data?.mayBackUp && <BackUpButton isUnderWay={backups.data.isUnderWay} />}
    >
      <QueryView
        query={backups}
        loading={<LoadingRows label="Loading backups..." className="p-5 pt-0" rows={3} />}
        failure="Couldn't load the backups."
      >
        {(data) => (
          <>
            <StaleNotice
              title="Couldn't load the backups."
              query={backups}
              className="px-4 pb-4 sm:px-5"
            />
            <StateNotice overview={data} />
            {data.attempts.length > 0 ? (
              <AttemptTable attempts={data.attempts} />
            ) : (
              data.mayBackUp && (
                <EmptyState icon={<DatabaseBackup />} title="No backups yet">
                  The first one is made within a minute after the server starts, then one every
                  night.
                </EmptyState>
              )
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}

function StateNotice({ overview }: { overview: BackupOverview }) {
  const { chapter } = useSession();
  const { state, verifiedAt, isTrouble } = overview;
  return (
    <div className="px-4 pb-4 sm:px-5">
      <Notice tone={isTrouble ? 'warn' : 'info'}>
        {describeState(overview)}{' '}
        {state === 'off' ? (
          <HowToTurnOn />
        ) : verifiedAt === null ? (
          'No restore has been rehearsed yet.'
        ) : (
          `A restore was last rehearsed on ${formatDateTime(verifiedAt, chapter.timeZone)}.`
        )}
      </Notice>
    </div>
  );
}

function HowToTurnOn() {
  return (
    <>
      Whoever runs this server can turn them on.
      <Disclosure summary="How?">
        Set <code>BACKUP_DIR</code> to a folder, ideally on another disk, and restart the server. It
        backs up right away and every night.
      </Disclosure>
    </>
  );
}

function BackUpButton({ isUnderWay }: { isUnderWay: boolean }) {
  const backUp = useBackUp();
  return (
    <Button
      isBusy={isUnderWay || backUp.isPending}
      busyLabel="Backing Up..."
      icon={<DatabaseBackup aria-hidden="true" />}
      onClick={() =>
        backUp.mutate(undefined, {
          onError: (error) => toast.error(`Couldn't back up. ${error.message}`),
        })
      }
    >
      Back Up Now
    </Button>
  );
}
