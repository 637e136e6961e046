import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '#kit/money.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { samplesQuery } from './queries.ts';

export function SamplesScreen() {
  const samples = useQuery(samplesQuery).data ?? [];
  return (
    <>
      <PageHeader title="Samples" />
      <ul>
        {samples.map(({ id, title, amount }) => (
          <li key={id}>
            {title}: {formatMoney(amount)}
          </li>
        ))}
      </ul>
    </>
  );
}
