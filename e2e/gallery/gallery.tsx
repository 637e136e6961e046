import { useState } from 'react';
import { AppFrame } from '#web/layout/app-frame.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { Toaster } from '#web/ui/overlays/toaster.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { type ThemeChoice, useTheme } from '#web/ui/theme.ts';
import { Expenses } from './expenses.tsx';
import { Fields } from './fields.tsx';
import { Overlays } from './overlays.tsx';
import { Small } from './small.tsx';
import { States } from './states.tsx';

const labels = ['Home', 'Calendar', 'Expenses', 'Wallets', 'Members', 'Resources'];

export function Gallery() {
  const [chapter, setChapter] = useState('sd');
  const [theme, chooseTheme] = useTheme();
  return (
    <>
      <AppFrame
        chapterName="San Diego chapter"
        items={labels.map((label) => ({ label, to: '/', isCurrent: label === 'Expenses' }))}
        externalLinks={[
          { label: 'Chapter site', href: 'https://chapter.example.org' },
          { label: 'Network hub', href: 'https://hub.example.org' },
        ]}
        userControl={
          <Menu
            label="Account menu for Maya Chen"
            header="maya.chen@example.org"
            items={[
              {
                groupLabel: 'Chapter',
                value: chapter,
                onValueChange: setChapter,
                options: [
                  { value: 'sd', label: 'San Diego chapter' },
                  { value: 'oc', label: 'Orange County chapter' },
                ],
              },
              {
                groupLabel: 'Theme',
                value: theme,
                onValueChange: (choice) => chooseTheme(choice as ThemeChoice),
                options: [
                  { value: 'light', label: 'Light' },
                  { value: 'dark', label: 'Dark' },
                ],
              },
              { label: 'Sign Out', onSelect: () => undefined, startsGroup: true },
            ]}
          />
        }
      >
        <PageHeader
          title="Expense Tracker"
          subtitle="Track balances and manage group expenses"
          actions={<LinkButton to="/">A link as a button</LinkButton>}
        />
        <div className="grid grid-cols-1 gap-4">
          <Expenses />
          <Small />
          <Fields />
          <Overlays />
          <States />
        </div>
      </AppFrame>
      <Toaster />
    </>
  );
}
