import { useState } from 'react';
import { AppFrame } from '#web/layout/app-frame.tsx';
import { UserMenu } from '#web/layout/user-menu.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Toaster } from '#web/ui/overlays/toaster.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Expenses } from './expenses.tsx';
import { Fields } from './fields.tsx';
import { Overlays } from './overlays.tsx';
import { Small } from './small.tsx';
import { States } from './states.tsx';

const labels = ['Home', 'Calendar', 'Expenses', 'Wallets', 'Members', 'Resources'];

export function Gallery() {
  const [chapter, setChapter] = useState('sd');
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
          <UserMenu
            user={{ id: 'u1', name: 'Maya Chen', email: 'maya.chen@example.org' }}
            chapters={[
              { id: 'sd', name: 'San Diego chapter' },
              { id: 'oc', name: 'Orange County chapter' },
            ]}
            currentChapterId={chapter}
            onChapterChange={setChapter}
            onSignOut={() => undefined}
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
