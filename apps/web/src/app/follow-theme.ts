import { DARK_SYSTEM, isDarkTheme, type ThemeSettings } from '../settings/dark-theme.ts';
import type { Settings } from '../settings/schema.ts';
import type { SettingsStore } from '../settings/settings-store.ts';

/**
 * Applies the theme of the chosen device, dark or light as the person or the system has set it; returns its own undo.
 */
export function followTheme(document: Document, settings: SettingsStore): () => void {
  const system = matchMedia(DARK_SYSTEM);
  const apply = () => applyTheme(document, settings.state.getState());
  apply();
  system.addEventListener('change', apply);
  const unsubscribe = settings.state.subscribe(apply);
  return () => {
    system.removeEventListener('change', apply);
    unsubscribe();
  };
}

/** Applies a theme, dark or light. */
export function applyTheme(document: Document, facts: ThemeSettings & Pick<Settings, 'device'>): void {
  const { dataset } = document.documentElement;
  dataset['character'] = facts.device === 'Oh' ? 'oh' : 'handy';
  dataset['mode'] = isDarkTheme(facts) ? 'dark' : 'light';
}
