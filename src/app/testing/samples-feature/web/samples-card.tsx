import { Card } from '#web/ui/card.tsx';

export const SamplesCard = () => <Card title="Samples" description="You get one a year" />;
