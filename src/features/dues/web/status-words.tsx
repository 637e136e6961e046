import clsx from 'clsx';
import { Badge } from '#web/ui/badge.tsx';
import type { StatusWord } from './dues-words.ts';

export function StatusWords({
  words,
  className,
}: {
  words: readonly StatusWord[];
  className?: string;
}) {
  return (
    <span className={clsx('flex flex-wrap gap-1.5', className)}>
      {words.map(({ text, tone }) => (
        <Badge key={text} tone={tone} className="h-auto! min-h-5.5 whitespace-normal!">
          {text}
        </Badge>
      ))}
    </span>
  );
}
