import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { Calendar } from '../../listing-contract.ts';
import { calendarsQuery } from '../queries.ts';
import { useChangeCalendar } from './calendar-queries.ts';

/** Sets the main calendar, which the expense screens use. */
export function MainCalendarCard() {
  const calendars = useQuery(calendarsQuery);
  return (
    <Card title="Main Calendar" description="Expenses link to events on this calendar">
      <QueryView
        query={calendars}
        failure="Couldn't load calendars."
        loading={<LoadingRows label="Loading calendars..." rows={2} />}
      >
        {(data) => <MainCalendar calendars={data} />}
      </QueryView>
    </Card>
  );
}

function MainCalendar({ calendars }: { calendars: readonly Calendar[] }) {
  const change = useChangeCalendar();
  const main = calendars.find(({ isMain }) => isMain);
  const [chosen, setChosen] = useState<string>();
  const wanted = calendars.find(({ id }) => id === chosen);
  const save = () => {
    if (!wanted || wanted.isMain || change.isPending) return;
    change.mutate(
      { id: wanted.id, name: wanted.name, isMain: true },
      {
        onSuccess: () => {
          setChosen(undefined);
          toast.success(`${wanted.name} is now the main calendar`);
        },
      },
    );
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <WriteFailure
        lead="Couldn't change the main calendar."
        error={change.error}
        isSavedOnce={false}
      />
      <Select
        label="Calendar"
        options={calendars.map(({ id, name }) => ({ value: id, label: name }))}
        value={wanted?.id ?? main?.id ?? null}
        onValueChange={setChosen}
      />
      <Button
        type="submit"
        className="self-start"
        disabled={!wanted || wanted.isMain}
        isBusy={change.isPending}
        busyLabel="Saving..."
      >
        Set as Main Calendar
      </Button>
    </form>
  );
}
