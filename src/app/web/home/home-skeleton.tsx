import { Loading } from '#web/ui/states/loading.tsx';

const columns = [
  ['h-32', 'h-96'],
  ['h-64', 'h-56'],
];

/** Cards in the places of what the day brings, until all of it is there. */
export function HomeSkeleton() {
  return (
    <Loading label="Loading your day...">
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {columns.map((heights, column) => (
          <div key={column} className="flex flex-col gap-4">
            {heights.map((height) => (
              <div
                key={height}
                className={`rounded-card border border-line bg-surface p-5 shadow-card ${height}`}
              >
                <span className="skeleton block h-4 w-40" />
                <span className="skeleton mt-5 block h-3.5" />
                <span className="skeleton mt-2.5 block h-3 w-28" />
              </div>
            ))}
          </div>
        ))}
      </div>
    </Loading>
  );
}
