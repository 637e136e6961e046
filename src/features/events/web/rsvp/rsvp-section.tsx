import { useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import Download from 'lucide-react/icons/download';
import type { LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { saveFile } from '#web/screen/save-file.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { type Face, Faces } from '#web/ui/people/faces.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { isAllDay } from '../../all-day.ts';
import { formatDoorCsv } from '../../door/door-csv.ts';
import type { EventDetail } from '../../event.ts';
import { mayKeepDoor } from '../../rights/may-keep-door.ts';
import { describeAttendance } from '../../rsvp/describe-attendance.ts';
import { describeMaxGuests } from '../../rsvp/guest-labels.ts';
import type { OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import type { GivenAnswer } from '../../rsvp/rsvp-contract.ts';
import { buildCsvFileName, formatRsvpCsv } from '../../rsvp/rsvp-csv.ts';
import { answerLabels } from '../../rsvp/rsvp-labels.ts';
import { doorQuery } from '../door/door-query.ts';
import { DeadlineText } from './deadline-text.tsx';
import { OwnRsvp } from './own-rsvp.tsx';
import { RsvpChoice } from './rsvp-choice.tsx';
import { RsvpFailure } from './rsvp-popover.tsx';
import { answersQuery, useAnswerRsvp } from './rsvp-queries.ts';

type RsvpOccurrence = {
  readonly occurrenceId: Id<'occurrence'>;
  readonly title: string;
  /** IANA zone. */
  readonly timeZone: string;
  readonly startDate: LocalDateTime;
  readonly endDate: LocalDateTime;
};

/** The member's own RSVP, everyone's RSVPs, and their CSV export. */
export function RsvpSection({ event }: { event: EventDetail }) {
  const { occurrenceId, title, rsvp, participants } = event;
  const answers = useQuery(answersQuery(occurrenceId));
  const items = answers.data?.items;
  const client = useQueryClient();
  const { me } = useSession();
  const isHidden = event.hidesNames && !mayKeepDoor(me, event.createdByUserId);
  /** With who was there, for those who may know. */
  const exportCsv = async (replies: readonly GivenAnswer[]) => {
    try {
      const text = mayKeepDoor(me, event.createdByUserId)
        ? formatDoorCsv(await client.fetchQuery(doorQuery(occurrenceId)))
        : formatRsvpCsv(replies, event.timeZone);
      saveFile(buildCsvFileName(title), text, 'text/csv');
    } catch {
      toast.error("Couldn't export the RSVPs.");
    }
  };
  return (
    <>
      <SheetSection
        title="RSVP"
        aside={<span className="tabular">{describeAttendance(rsvp)}</span>}
      >
        {participants.length > 0 && (
          // Its room, so that nothing moves.
          <div className="mb-3 min-h-6">
            {items && <Faces people={items.filter(hasSpot).map(toFace)} />}
          </div>
        )}
        {/* Why an RSVP failed belongs to its event. */}
        <OwnRsvpSection key={occurrenceId} occurrence={event} rsvp={rsvp} />
      </SheetSection>
      <SheetSection
        title={isHidden ? 'Participants' : `Participants (${participants.length})`}
        aside={
          items !== undefined &&
          items.length > 0 &&
          !isHidden && (
            <TextButton
              className="inline-flex items-center gap-1.5 font-medium [&_svg]:size-3.5"
              onClick={() => void exportCsv(items)}
            >
              <Download aria-hidden="true" />
              Export CSV
            </TextButton>
          )
        }
      >
        {answers.isPending && (
          <Loading label="Loading RSVPs...">
            <Skeleton className="h-5 w-1/2" />
          </Loading>
        )}
        {answers.isError && !items && <QueryFailure title="Couldn't load RSVPs." query={answers} />}
        {isHidden && (
          <p className="text-third">
            The host has hidden the names. You can see only how many are going.
          </p>
        )}
        {items?.length === 0 && !isHidden && <p className="text-third">No one has RSVP'd yet.</p>}
        {items && <AnswerList items={items} isHidden={isHidden} />}
      </SheetSection>
    </>
  );
}

function OwnRsvpSection({
  occurrence,
  rsvp,
}: {
  occurrence: RsvpOccurrence;
  rsvp: OccurrenceRsvp;
}) {
  const { occurrenceId, title, timeZone } = occurrence;
  const answer = useAnswerRsvp(occurrenceId, rsvp);
  const { mine, isOpen, deadline } = rsvp;
  // The pressed button shows any other RSVP.
  const isWaiting = mine?.status === 'waitlisted';
  return (
    <>
      {isOpen && <RsvpChoice rsvp={rsvp} title={title} onChoose={answer.choose} />}
      <div className={clsx('flex flex-wrap items-center justify-between gap-2', isOpen && 'mt-3')}>
        <span role="status" className="inline-flex gap-2">
          {mine && (isWaiting || !isOpen) && <OwnRsvp mine={mine} />}
          {!isOpen && <Badge>RSVP closed</Badge>}
        </span>
        {isOpen && (
          <span className="text-xs text-third">{describeMaxGuests(rsvp.maxGuests)} per member</span>
        )}
        {deadline && (
          <span className="text-xs text-third">
            RSVP by{' '}
            <DeadlineText
              at={deadline}
              zone={timeZone}
              isAllDay={isAllDay(occurrence.startDate, occurrence.endDate)}
            />
          </span>
        )}
      </div>
      <RsvpFailure error={answer.error} />
    </>
  );
}

const hasSpot = ({ answer, status }: GivenAnswer) => answer === 'going' && status === 'confirmed';
const toFace = ({ memberId: id, name, isNew }: GivenAnswer): Face => ({ id, name, isNew });

const groups = [
  ['Going', hasSpot],
  ['Waitlist', ({ status }: GivenAnswer) => status === 'waitlisted'],
  [answerLabels.maybe, ({ answer }: GivenAnswer) => answer === 'maybe'],
  [answerLabels['not-going'], ({ answer }: GivenAnswer) => answer === 'not-going'],
] as const;

function AnswerList({
  items,
  isHidden,
}: {
  items: readonly GivenAnswer[];
  /** Whether the items are the viewer's own alone, which count no one. */
  isHidden: boolean;
}) {
  const { me } = useSession();
  return groups.map(([name, isOfGroup]) => {
    const people = items.filter(isOfGroup);
    if (people.length === 0) return null;
    return (
      <div key={name} className="not-first:mt-4">
        <h4 className="tabular mb-1.5 text-xs font-medium text-third">
          {isHidden ? name : `${name} (${people.length})`}
        </h4>
        <ul aria-label={name} className="flex flex-col gap-1.5">
          {people.map(({ memberId, name: person, guests, position, isNew }) => (
            <li
              key={memberId}
              className="flex min-w-0 items-center gap-2 [contain-intrinsic-size:auto_1.5rem] [content-visibility:auto]"
            >
              <Avatar id={memberId} name={person} />
              <span className="min-w-0 flex-1 wrap-anywhere">
                {person}
                {memberId === me.memberId && ' (you)'}
              </span>
              {guests > 0 && <span className="tabular text-xs text-third">+{guests}</span>}
              {isNew && <Badge tone="info">New</Badge>}
              {position !== null && <span className="tabular text-xs text-third">#{position}</span>}
            </li>
          ))}
        </ul>
      </div>
    );
  });
}
