import { createContext, type ReactNode, useContext, useState } from 'react';

const Container = createContext<HTMLElement | null>(null);

/**
 * Menus and hints that are opened inside `children` are drawn at the end of this part of the page
 * and not at the end of the document: so they stay inside the landmark, or the modal dialog, that
 * they belong to, which is the only place where assistive technology looks for them.
 */
export function PopupContainer({ children }: { children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  return (
    <Container value={element}>
      {children}
      <div ref={setElement} className="absolute z-30" />
    </Container>
  );
}

/** For the `container` of a portal. */
export function usePopupContainer(): HTMLElement | undefined {
  return useContext(Container) ?? undefined;
}
