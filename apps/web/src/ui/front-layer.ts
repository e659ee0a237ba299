import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** What lies over the page, the topmost last. As the browser has one top layer for a document, there is one of these. */
const layers = createStore<readonly HTMLElement[]>()(() => []);

/** Says that an element lies over the page, as a dialog or a full screen does: what is to be seen now goes into it. Null is none. */
export function useFrontLayer(element: HTMLElement | null): void {
  useEffect(() => {
    if (element === null) return undefined;
    layers.setState((all) => [...all, element], true);
    return () => layers.setState((all) => all.filter((one) => one !== element), true);
  }, [element]);
}

/** The topmost of what lies over the page; undefined where the page itself is in front. */
export function useTopLayer(): HTMLElement | undefined {
  return useStore(layers, (all) => all.at(-1));
}
