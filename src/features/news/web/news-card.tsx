import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount } from '#kit/counts.ts';
import { instantToDay } from '#kit/day.ts';
import { useSession } from '#web/api/session.ts';
import { useToday } from '#web/screen/use-today.ts';
import { Card } from '#web/ui/card.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { NewsItem } from '../contract.ts';
import { describeNews } from './describe-news.ts';
import { newsQuery } from './queries.ts';
import { describeSince } from './since-words.ts';

/** What others have done that concerns the user since they last opened Home; nothing if there is none. */
export function NewsCard() {
  const { timeZone } = useSession().chapter;
  const news = useQuery(newsQuery);
  const since = news.data?.since ?? null;
  const today = useToday();
  const last = since === null ? undefined : describeSince(instantToDay(since, timeZone), today);
  const isQuiet = news.data && news.data.items.length === 0 && !news.data.isCut;
  if (last !== undefined && isQuiet) return null;
  return (
    <Card title={last === undefined ? "What's New" : `New since ${last}`}>
      <QueryView
        query={news}
        loading={<LoadingRows label="Loading what is new..." rows={3} />}
        failure="Couldn't load what is new."
      >
        {({ items, more, isCut }) =>
          last === undefined ? (
            <p className="text-second">
              When you come back, you'll see what happened since this visit.
            </p>
          ) : (
            <>
              <ul className="-my-2 divide-y divide-soft empty:hidden">
                {items.map((item, place) => (
                  <NewsRow key={place} item={item} zone={timeZone} />
                ))}
              </ul>
              {(more > 0 || isCut) && (
                <p className="mt-3 text-xs text-third">{describeRest(items.length, more, isCut)}</p>
              )}
            </>
          )
        }
      </QueryView>
    </Card>
  );
}

function describeRest(shown: number, more: number, isCut: boolean): string {
  if (!isCut) return `And ${formatCount(more)} more.`;
  if (shown === 0) return 'So much has happened that some of it may be missing here.';
  return more > 0 ? `And at least ${formatCount(more)} more.` : 'And maybe more.';
}

function NewsRow({ item, zone }: { item: NewsItem; zone: string }) {
  const { Icon, subject, detail, link } = describeNews(item);
  return (
    <li>
      <Link
        {...link}
        preload={false}
        className="group flex min-h-11 items-start gap-3 rounded-badge py-2.5"
      >
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-third" />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-1 font-medium wrap-anywhere text-ink underline-offset-3 group-hover:underline">
            {subject}
          </span>
          <span className="tabular line-clamp-2 text-xs wrap-anywhere text-third">{detail}</span>
        </span>
        <DateText at={item.at} zone={zone} className="shrink-0 pt-0.5 text-xs text-third" />
      </Link>
    </li>
  );
}
