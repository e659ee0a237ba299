import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMediaQuery } from './use-media-query.ts';

/** From this width on there is room for the panel at the side. */
export const PANEL_AT_SIDE = '(min-width: 1280px)';

interface Slot {
  readonly element: HTMLElement | null;
  readonly setElement: (element: HTMLElement | null) => void;
}

const SlotContext = createContext<Slot>({ element: null, setElement: () => undefined });

/** Connects the panel of a page with its place in the layout. */
export function PanelSlotProvider({ children }: { children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  return <SlotContext value={{ element, setElement }}>{children}</SlotContext>;
}

/** The place at the side, on wide screens. It takes no space while no page fills it. */
export function PanelSlot({ className, label }: { className: string | undefined; label: string }) {
  const { setElement } = use(SlotContext);
  return <aside ref={setElement} className={className} aria-label={label} />;
}

/** The live panel of a page: at the side on wide screens, below the rest elsewhere. */
export function LivePanel({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const { element } = use(SlotContext);
  const wide = useMediaQuery(PANEL_AT_SIDE);
  if (wide && element !== null) return createPortal(children, element);
  return <div className={className}>{children}</div>;
}
