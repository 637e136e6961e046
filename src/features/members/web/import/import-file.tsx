import { useState } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { inputClass } from '#web/ui/fields/input-class.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { readFile } from './csv-file.ts';

/** Reads the table from a file or from pasted text. */
export function ImportFile({
  pasted,
  onPaste,
  isPreviewing,
  onText,
}: {
  pasted: string;
  onPaste: (text: string) => void;
  isPreviewing: boolean;
  /** Whether the encoding of the file is a guess. */
  onText: (text: string, isGuess: boolean) => void;
}) {
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | undefined) => {
    if (!file) return;
    const text = await readFile(file);
    setProblem(text.ok ? undefined : text.refusal.message);
    if (text.ok) onText(text.value.text, text.value.isGuess);
  };
  return (
    <>
      <Field
        label="CSV or vCard file"
        help="Exports from Google, Outlook, and LinkedIn work as they are. Otherwise, include a row with column names: Name, Email, Phone, Company, Title, Website, City, About. At most 5,000 people and 1 MB; photos in vCards are left out."
        error={problem}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.txt,.tsv,.vcf,text/vcard,text/csv,text/plain,text/tab-separated-values"
            disabled={isPreviewing}
            className={`${inputClass} h-auto py-1.5 file:mr-3 file:rounded-badge file:border-0 file:bg-hover file:px-3 file:py-1 file:text-ink`}
            onChange={(event) => void read(event.target.files?.[0])}
          />
        )}
      </Field>
      <TextArea
        label="Or Paste the Table"
        rows={5}
        spellCheck={false}
        value={pasted}
        onChange={(event) => onPaste(event.target.value)}
        className="[&_textarea]:font-mono"
      />
      <Button
        className="self-start"
        disabled={pasted.trim() === ''}
        isBusy={isPreviewing}
        busyLabel="Checking..."
        onClick={() => onText(pasted, false)}
      >
        Preview Import
      </Button>
    </>
  );
}
