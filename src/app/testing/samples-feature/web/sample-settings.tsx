import { AdminSettings } from '#features/chapters/web/shared/admin-settings.tsx';
import { Card } from '#web/ui/card.tsx';

export function SampleSettings() {
  return (
    <AdminSettings description="What samples are for">
      <Card title="Samples" description="Every member gets one a year" />
    </AdminSettings>
  );
}
