import { type ReactNode, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Choice } from '#web/ui/fields/checkbox.tsx';

export type Rule<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  /** One sentence each. */
  readonly rules: readonly [string, ...string[]];
};

/** A rule of the chapter to choose, as cards that say what each choice means. */
export function RuleCards<Value extends string>({
  legend,
  choices,
  register,
  children,
}: {
  legend: string;
  choices: readonly Rule<Value>[];
  register: UseFormRegisterReturn;
  /** Below the cards. */
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset className="@container min-w-0">
      <legend className="mb-2 font-medium text-ink">{legend} *</legend>
      <div className="grid grid-cols-1 gap-3 @min-[44rem]:grid-cols-2">
        {choices.map(({ value, label, rules }) => (
          <div
            key={value}
            className="rounded-card border border-line p-3 has-checked:border-primary"
          >
            <Choice
              {...register}
              type="radio"
              value={value}
              label={label}
              aria-describedby={`${id}-${value}`}
            />
            <Rules id={`${id}-${value}`} rules={rules} />
          </div>
        ))}
      </div>
      {children && <p className="mt-2 text-xs text-third">{children}</p>}
    </fieldset>
  );
}

function Rules({ id, rules }: { id: string; rules: readonly string[] }) {
  if (rules.length === 1) {
    return (
      <p id={id} className="mt-1 ml-7 text-xs text-third">
        {rules[0]}
      </p>
    );
  }
  return (
    <ul id={id} className="mt-1 ml-7 list-disc space-y-0.5 pl-4 text-xs text-third">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  );
}
