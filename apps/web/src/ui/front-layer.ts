import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** The elements over the page, the topmost last. One list, as the browser has one top layer for a document. */
const layers = createStore<readonly HTMLElement[]>()(() => []);

/** Registers an element over the page, such as a dialog or a full screen, into which notifications are rendered. Null registers none. */
export function useRegisterFrontLayer(element: HTMLElement | null): void {
  useEffect(() => {
    if (element === null) return undefined;
    layers.setState((all) => [...all, element], true);
    return () => layers.setState((all) => all.filter((one) => one !== element), true);
  }, [element]);
}

/** The topmost element over the page; undefined where the page itself is in front. */
export function useTopLayer(): HTMLElement | undefined {
  return useStore(layers, (all) => all.at(-1));
}
