import { useQueries } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useSession } from '#web/api/session.ts';
import { toOptions } from '#web/home-entries.ts';
import { useToday } from '#web/screen/use-today.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { steps } from './entries.ts';

const reads = steps.flatMap(({ read }) => read ?? []);

/** What an admin of a new chapter does first, until all of it is done. */
export function ChecklistCard() {
  const session = useSession();
  const today = useToday();
  const replies = useQueries({ queries: reads.map(toOptions) }).map(({ data }) => data);
  // Only what is known: a step that could not be read is not shown as missing.
  const isKnown = !replies.includes(undefined);
  const first = steps.map((step) => {
    const reply = step.read && replies[reads.indexOf(step.read)];
    return { ...step, isDone: isKnown ? step.isDone(reply, session) : undefined };
  });
  const unsure = first.filter(({ isDone }) => isKnown && isDone === undefined);
  const further = unsure.flatMap((step) => step.further ?? []);
  const found = useQueries({ queries: further.map(toOptions) }).map(({ data }) => data);
  if (!isKnown || found.includes(undefined)) return null;
  const all = first.map((step) => ({
    ...step,
    isDone: step.isDone ?? found[unsure.indexOf(step)],
  }));
  const done = all.filter(({ isDone }) => isDone).length;
  if (done === all.length) return null;
  return (
    <Card title="First Steps" description={`${done} of ${all.length} done`}>
      <ul className="-my-2 divide-y divide-soft">
        {all.map(({ label, link, isDone }) => (
          <StepRow key={label} label={label} link={link(today)} isDone={isDone === true} />
        ))}
      </ul>
    </Card>
  );
}

function StepRow({
  label,
  link,
  isDone,
}: {
  label: string;
  link: Pick<LinkProps, 'to' | 'search'>;
  isDone: boolean;
}) {
  return (
    <li className="flex min-h-11 items-center gap-3 py-2">
      {isDone ? (
        <>
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-owed" />
          <span className="text-third">
            {label} <span className="sr-only">(done)</span>
          </span>
        </>
      ) : (
        <>
          <Circle aria-hidden="true" className="size-5 shrink-0 text-third" />
          <TextLink {...link}>{label}</TextLink>
        </>
      )}
    </li>
  );
}
