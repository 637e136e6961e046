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

/** Like `lazyNamed`, but a second after it was first rendered, so that what is seen first loads alone. */
export function lazyLater<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> {
  return lazyNamed(() => new Promise((resolve) => setTimeout(resolve, 1_000)).then(load), name);
}

/** Like `lazyNamed`, for what a screen can do without: if it fails to load, it is left out. */
export function lazyExtra<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> {
  return lazy(async () => ({
    default: await load().then(
      (module) => module[name] as ComponentType<PropsOf<Module[Name]>>,
      () => () => null,
    ),
  }));
}
