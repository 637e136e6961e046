import { formatCount, plural } from '#kit/counts.ts';
import { useSession } from '#web/api/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import type { BackupAttempt } from '../../contract.ts';
import { describeFailure, describeRehearsalFailure } from '../../state-words.ts';

/** The newest attempts to back up, and what became of them. */
export function AttemptTable({ attempts }: { attempts: readonly BackupAttempt[] }) {
  const { chapter } = useSession();
  return (
    <Table label="Newest backups" minWidth={320}>
      <thead>
        <tr>
          <Th isSticky>Started</Th>
          <Th>Result</Th>
          <Th isNumeric className="max-sm:hidden">
            Size
          </Th>
          <Th className="max-sm:hidden">File</Th>
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <Tr key={attempt.id}>
            <Td isHeader isSticky>
              <DateText at={attempt.at} zone={chapter.timeZone} format="dateTime" />
            </Td>
            <Td>
              <Result attempt={attempt} />
            </Td>
            <Td isNumeric className="max-sm:hidden">
              {attempt.bytes !== null && formatSize(attempt.bytes)}
            </Td>
            <Td className="max-sm:hidden">
              <span className="wrap-anywhere text-third">
                {attempt.status === 'whole' && attempt.file}
              </span>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function Result({ attempt }: { attempt: BackupAttempt }) {
  const { status, isEncrypted, rows, failure, rehearsedAt, rehearsalFailure } = attempt;
  if (status === 'running') return <Badge tone="info">Backing Up</Badge>;
  if (status === 'removed') return <Badge>Removed</Badge>;
  if (status === 'failed') {
    return (
      <>
        <Badge tone="owes">Failed</Badge>
        <span className="mt-1 block text-xs text-third">{describeFailure(failure)}</span>
      </>
    );
  }
  const isProved = rehearsedAt !== null && rehearsalFailure === null;
  return (
    <>
      <span className="flex flex-wrap gap-1.5">
        <Badge tone="owed">Read Back</Badge>
        {isProved && <Badge tone="owed">Restore Rehearsed</Badge>}
        {rehearsalFailure !== null && <Badge tone="owes">Rehearsal Failed</Badge>}
        {isEncrypted && <Badge>Encrypted</Badge>}
      </span>
      <span className="mt-1 block text-xs text-third">
        {rehearsalFailure === null
          ? plural(rows ?? 0, 'row')
          : describeRehearsalFailure(rehearsalFailure)}
      </span>
    </>
  );
}

/** `12 KB`, `3.4 MB`: two digits are enough to see a change. */
function formatSize(bytes: number): string {
  if (bytes < 1_000_000) return `${formatCount(Math.ceil(bytes / 1_000))} KB`;
  const megabytes = bytes / 1_000_000;
  return megabytes < 10 ? `${megabytes.toFixed(1)} MB` : `${formatCount(Math.round(megabytes))} MB`;
}
