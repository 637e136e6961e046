import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { centsFromTyped, centsToDollars, centsToText, explainAmount } from '#kit/money.ts';
import type { SettlementWay } from '#kit/role.ts';
import { describeFailure, hasCode } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Switch } from '#web/ui/fields/checkbox.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { type ChapterDetail, changedSettings } from '../chapter-contract.ts';
import { ChapterFields, type ChapterFieldValues } from './chapter-fields.tsx';
import { chapterQuery, useChangeChapter } from './chapter-queries.ts';
import { SettlementField } from './policy-field.tsx';

/** Edits the chapter's settings, for admins. */
export function ChapterCard() {
  const chapter = useQuery(chapterQuery);
  // The version the form started with. Refetching must not discard the input; a conflict is reported
  // when saving.
  const [seen, setSeen] = useState(chapter.data);
  if (seen === undefined && chapter.data) setSeen(chapter.data);
  return (
    <Card title="Chapter" description="Name, time zone, rules, and links" className="lg:col-span-2">
      {chapter.isPending && (
        <Loading label="Loading settings...">
          <SkeletonRows rows={14} />
        </Loading>
      )}
      {chapter.isError && !seen && (
        <ErrorState
          title="Couldn't load settings."
          onRetry={() => void chapter.refetch()}
          isRetrying={chapter.isFetching}
        >
          {chapter.error.message}
        </ErrorState>
      )}
      {seen && <ChapterForm key={seen.version} chapter={seen} onSeen={setSeen} />}
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

function ChapterForm({
  chapter,
  onSeen,
}: {
  chapter: ChapterDetail;
  /** Resets the form to this version after saving or reloading. */
  onSeen: (chapter: ChapterDetail) => void;
}) {
  const { version, smallestPayment, ...settings } = chapter;
  const change = useChangeChapter(onSeen);
  const latestChapter = useQuery({ ...chapterQuery, enabled: false });
  const reload = async () => {
    const { data } = await latestChapter.refetch();
    if (data) onSeen(data);
  };
  const form = useForm<FormValues>({
    mode: 'onTouched',
    defaultValues: { ...settings, smallestPayment: centsToText(smallestPayment) },
  });
  const submit = form.handleSubmit((typed) => {
    const entered = centsFromTyped(typed.smallestPayment);
    if (entered !== undefined) change.mutate({ ...typed, smallestPayment: entered, version });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {change.isError && (
        <Notice tone="error">
          Couldn't save settings. {describeFailure(change.error, { isSavedOnce: false })}
          {hasCode(change.error, 'changed_meanwhile') && (
            <Button size="sm" className="mt-2" onClick={() => void reload()}>
              Reload
            </Button>
          )}
        </Notice>
      )}
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
        Save Settings
      </Button>
    </form>
  );
}
