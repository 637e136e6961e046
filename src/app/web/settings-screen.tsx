import type { QueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { SettingsFrame } from '#web/layout/settings-frame.tsx';
import type { SettingsCard } from '#web/settings-cards.ts';
import { Card } from '#web/ui/card.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { useTheme } from '#web/ui/theme.ts';
import { themes } from './themes.tsx';

const themeCard: SettingsCard = { group: 'Personal', place: 20, Card: ThemeCard };
const cards = [
  themeCard,
  ...Object.values(
    import.meta.glob<readonly SettingsCard[]>('/src/features/*/web/settings-cards.ts', {
      eager: true,
      import: 'settingsCards',
    }),
  ).flat(),
].sort((one, other) => one.place - other.place);

/** The settings of the own account. */
export function SettingsScreen() {
  return (
    <SettingsFrame description="Your profile, preferences, and security">
      <div className="grid grid-cols-1 items-start gap-x-4 gap-y-6 lg:grid-cols-2">
        <Group title="Personal" />
        <Group title="Security" />
      </div>
    </SettingsFrame>
  );
}

function Group({ title }: { title: SettingsCard['group'] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <h2 id={id} className="-mb-1 text-base font-semibold">
        {title}
      </h2>
      {cards
        .filter(({ group }) => group === title)
        .map(({ place, Card: Shown }) => (
          <Shown key={place} />
        ))}
    </section>
  );
}

function ThemeCard() {
  const [theme, choose] = useTheme();
  return (
    <Card
      title="Theme"
      description="Only in this browser"
      actions={<Segmented label="Theme" options={themes} value={theme} onValueChange={choose} />}
    />
  );
}

export async function prefetch(client: QueryClient): Promise<void> {
  await Promise.all(cards.flatMap((card) => card.prefetch?.(client) ?? []));
}
