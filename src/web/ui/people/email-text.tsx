import { Fragment } from 'react';

/** An email address that breaks between its parts instead of within a word, if it has to. */
export function EmailText({ children }: { children: string }) {
  return children.split(/(?=@)|(?<=\.)(?=[^@]*@)/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
