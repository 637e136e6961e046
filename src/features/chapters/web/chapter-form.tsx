import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { centsFromTyped, centsToDollars, centsToText, explainAmount } from '#kit/money.ts';
import type { SettlementWay } from '#kit/role.ts';
import { isConflict } from '#web/api/call-error.ts';
import { useRecordForm } from '#web/screen/record/record-form.ts';
import { useSeen } from '#web/screen/record/use-seen.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/fields/checkbox.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { SaveFailure } from '#web/ui/states/save-failure.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { type ChapterDetail, changedSettings } from '../chapter-contract.ts';
import { ChapterFields, type ChapterFieldValues } from './chapter-fields.tsx';
import { chapterQuery, useChangeChapter } from './chapter-queries.ts';
import { SettlementField } from './policy-field.tsx';

/** Edits the chapter's settings, for admins. */
export function ChapterCard() {
  const chapter = useQuery(chapterQuery);
  /** How often it was saved here; after each, the form starts anew. */
  const [saves, setSaves] = useState(0);
  return (
    <Card title="Chapter" description="Name, time zone, rules, and links" className="lg:col-span-2">
      <QueryView
        query={chapter}
        failure="Couldn't load settings."
        loading={<LoadingRows label="Loading settings..." rows={14} />}
      >
        {(data) => <ChapterForm key={saves} chapter={data} onSaved={() => setSaves(saves + 1)} />}
      </QueryView>
    </Card>
  );
}

type FormValues = ChapterFieldValues & {
  smallestPayment: string;
  settlesThrough: SettlementWay;
  amountsInSubjects: boolean;
};

function validateSmallestPayment(typed: string): true | string {
  const entered = centsFromTyped(typed);
  if (entered === undefined) return explainAmount(typed);
  const read = changedSettings.shape.smallestPayment.safeParse(centsToDollars(entered));
  return read.success || (read.error.issues[0]?.message ?? explainAmount(typed));
}

function ChapterForm({ chapter, onSaved }: { chapter: ChapterDetail; onSaved: () => void }) {
  const change = useChangeChapter(onSaved);
  const { seen, onTyped } = useSeen(chapter, change.error);
  const { version, smallestPayment, ...settings } = seen;
  const form = useRecordForm<FormValues>(
    { ...settings, smallestPayment: centsToText(smallestPayment) },
    { mode: 'onTouched', onTyped },
  );
  const submit = form.handleSubmit((typed) => {
    const entered = centsFromTyped(typed.smallestPayment);
    if (entered !== undefined) change.mutate({ ...typed, smallestPayment: entered, version });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <SaveFailure what="the settings" error={change.error} />
      <ChapterFields
        register={form.register}
        visibility={form.register('membersSeeWallets')}
        errors={form.formState.errors}
        timeZone={settings.timeZone}
        money={
          <>
            <SettlementField register={form.register('settlesThrough')} />
            <MoneyField
              label="Smallest Payment"
              required
              help="Settle Up leaves smaller amounts for next time; with 0, it leaves none."
              error={form.formState.errors.smallestPayment?.message}
              {...form.register('smallestPayment', { validate: validateSmallestPayment })}
            />
            <Switch
              label="Amounts in subjects of emails"
              description="If off, an email says what is due or was paid only once it is opened."
              {...form.register('amountsInSubjects')}
            />
          </>
        }
      />
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        isBusy={change.isPending}
        busyLabel="Saving..."
      >
        {isConflict(change.error) ? 'Save My Changes' : 'Save Settings'}
      </Button>
    </form>
  );
}
