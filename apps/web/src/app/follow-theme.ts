import type { SettingsStore } from '../settings/settings-store.ts';

/** Shows the character of the chosen device, dark or light as the person has it; returns its own undo. */
export function followTheme(document: Document, settings: SettingsStore): () => void {
  const apply = () => {
    const { device, darkMode } = settings.state.getState();
    const { dataset } = document.documentElement;
    dataset['character'] = device === 'Oh' ? 'oh' : 'handy';
    dataset['mode'] = darkMode ? 'dark' : 'light';
  };
  apply();
  return settings.state.subscribe(apply);
}
