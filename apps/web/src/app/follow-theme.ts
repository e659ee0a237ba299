import type { Settings } from '../settings/schema.ts';
import type { SettingsStore } from '../settings/settings-store.ts';

/** Applies the theme of the chosen device, dark or light as the person has set it; returns its own undo. */
export function followTheme(document: Document, settings: SettingsStore): () => void {
  const apply = () => applyTheme(document, settings.state.getState());
  apply();
  return settings.state.subscribe(apply);
}

/** Applies a theme, dark or light. */
export function applyTheme(document: Document, { device, darkMode }: Pick<Settings, 'device' | 'darkMode'>): void {
  const { dataset } = document.documentElement;
  dataset['character'] = device === 'Oh' ? 'oh' : 'handy';
  dataset['mode'] = darkMode ? 'dark' : 'light';
}
