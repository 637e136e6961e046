import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { LinkUnusable } from '#features/identity/web/shared/link-unusable.tsx';
import { call } from '#web/api/call.ts';
import { CallError, hasCode } from '#web/api/call-error.ts';
import { BareFrame } from '#web/layout/bare-frame.tsx';
import { Splash } from '#web/layout/splash.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { type EmailLink, emailCalls } from '../contract.ts';
import { emailLinkKey } from '../keys.ts';
import { switchWords } from '../switch-words.ts';

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: [...emailLinkKey, token],
    queryFn: ({ signal }) => call(emailCalls.look, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The target of a link in emails, which programs open, too: only its button changes anything. */
export function UnsubscribeScreen() {
  const { token } = useParams({ from: '/unsubscribe/$token' });
  const found = useQuery(linkQuery(token));
  if (found.data) return <Choice token={token} link={found.data} />;
  if (found.isPending) return <Splash />;
  if (isUnusable(found.error)) {
    return <LinkUnusable>Sign in and choose in Settings which emails you want.</LinkUnusable>;
  }
  return (
    <BareFrame title="Emails">
      <QueryFailure title="Couldn't check the link." query={found} />
    </BareFrame>
  );
}

function isUnusable(error: Error): boolean {
  return hasCode(error, 'link_unusable') || (error instanceof CallError && error.status === 422);
}

function Choice({ token, link }: { token: string; link: EmailLink }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (isOn: boolean) => call(emailCalls.changeByLink, { body: { token, isOn } }),
    onSuccess: (saved) => client.setQueryData(linkQuery(token).queryKey, saved),
  });
  const { mail, isOn, chapterName } = link;
  const words = switchWords[mail];
  return (
    <BareFrame
      title={isOn ? `Turn off ${words}?` : `${words[0]?.toUpperCase()}${words.slice(1)} are off`}
      lead={
        isOn
          ? `You get ${words} from the ${chapterName} chapter.`
          : `You no longer get ${words} from the ${chapterName} chapter.`
      }
    >
      {change.isError && (
        <Notice tone="error">Couldn't save your choice. {change.error.message}</Notice>
      )}
      <Button
        variant={isOn ? 'primary' : 'outline'}
        className="mt-2 w-full"
        isBusy={change.isPending}
        busyLabel="Saving..."
        onClick={() => change.mutate(!isOn)}
      >
        {isOn ? 'Turn Off' : 'Turn On Again'}
      </Button>
    </BareFrame>
  );
}
