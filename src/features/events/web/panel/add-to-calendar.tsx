import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { saveFile } from '#web/screen/save-file.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ExternalLink } from '#web/ui/actions/external-link.tsx';
import { buildFileName } from '../../file-name.ts';
import {
  type AddedOccurrence,
  formatOccurrenceFile,
  linkToGoogleCalendar,
  linkToOutlook,
} from '../../ical/add-to-calendar.ts';

/** Puts this occurrence into the member's own calendar: as a file, or in Google's or Outlook's. */
export function AddToCalendar({ occurrence }: { occurrence: AddedOccurrence }) {
  const save = () =>
    saveFile(
      `${buildFileName(occurrence.title)}.ics`,
      formatOccurrenceFile(occurrence),
      'text/calendar',
    );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-soft px-5 py-3">
      <Button icon={<CalendarPlus aria-hidden="true" />} onClick={save}>
        Add to calendar
      </Button>
      <ExternalLink href={linkToGoogleCalendar(occurrence)}>Google</ExternalLink>
      <ExternalLink href={linkToOutlook(occurrence)}>Outlook</ExternalLink>
    </div>
  );
}
