import { formatCount, plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import type { ChapterSummary } from '../installation-contract.ts';

/** All chapters of the installation, with actions to switch or to invite an admin. */
export function ChapterTable({
  chapters,
  onOpen,
  onInvite,
}: {
  chapters: readonly ChapterSummary[];
  onOpen: (chapterId: Id<'chapter'>) => void;
  onInvite: (chapter: ChapterSummary) => void;
}) {
  const session = useSession();
  const isOwn = (id: string) => session.chapters.some((chapter) => chapter.id === id);
  return (
    <Table label="Chapters" minWidth={320}>
      <thead>
        <tr>
          <Th isSticky>Name</Th>
          <Th isNumeric className="max-sm:hidden">
            Members
          </Th>
          <Th className="max-sm:hidden">Created</Th>
          <Th isNumeric>Actions</Th>
        </tr>
      </thead>
      <tbody>
        {chapters.map((chapter) => (
          <Tr key={chapter.id}>
            <Td isHeader isSticky className="max-sm:max-w-44">
              <span className="wrap-anywhere">{chapter.name}</span>
              <span className="block text-xs font-normal text-third sm:hidden">
                {plural(chapter.memberCount, 'member')}
              </span>
            </Td>
            <Td isNumeric className="max-sm:hidden">
              {formatCount(chapter.memberCount)}
            </Td>
            <Td className="max-sm:hidden">
              <DateText at={chapter.createdAt} zone={session.chapter.timeZone} />
            </Td>
            <Td isNumeric>
              {chapter.id === session.chapter.id && <Badge>Current</Badge>}
              {isOwn(chapter.id) && chapter.id !== session.chapter.id && (
                <Button
                  size="sm"
                  aria-label={`Switch to ${chapter.name}`}
                  onClick={() => onOpen(chapter.id)}
                >
                  Switch
                </Button>
              )}
              {!chapter.hasAdmin && (
                <Button
                  size="sm"
                  aria-label={`Invite admin for ${chapter.name}`}
                  onClick={() => onInvite(chapter)}
                >
                  Invite Admin
                </Button>
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
