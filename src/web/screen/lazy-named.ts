import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';

type PropsOf<Component> = Component extends (props: infer Props) => ReactNode ? Props : never;

/** A component that its module exports by name, loaded when it is first rendered. */
export function lazyNamed<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> {
  return lazy(async () => ({
    default: (await load())[name] as ComponentType<PropsOf<Module[Name]>>,
  }));
}
