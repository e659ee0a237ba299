import { createContext, type ReactNode, use } from 'react';
import { useStore } from 'zustand';
import type { Settings } from './schema.ts';
import type { SettingsStore } from './settings-store.ts';

const SettingsContext = createContext<SettingsStore | undefined>(undefined);

/** Provides the settings to its children. */
export function SettingsProvider({ store, children }: { store: SettingsStore; children: ReactNode }) {
  return <SettingsContext value={store}>{children}</SettingsContext>;
}

/** The store, to change settings with. */
export function useSettingsStore(): SettingsStore {
  const store = use(SettingsContext);
  if (store === undefined) throw new Error('Settings are used outside a SettingsProvider');
  return store;
}

/** A part of the settings; renders again when that part changes. Select primitives or existing objects. */
export function useSetting<Part>(select: (settings: Settings) => Part): Part {
  return useStore(useSettingsStore().state, select);
}
