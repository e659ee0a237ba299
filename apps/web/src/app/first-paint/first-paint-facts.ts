import { CONNECTION_KEY_PARAMETERS } from '../../features/connect/redirect-target.ts';
import { readGoOnHeightPx } from '../../features/home/go-on-height.ts';
import { chooseLanguage, readStoredLanguage } from '../../i18n/choose-language.ts';
import type { Language } from '../../i18n/languages.ts';
import type { ThemeSettings } from '../../settings/dark-theme.ts';
import type { KeyValueStorage } from '../../settings/key-value-storage.ts';
import type { Settings } from '../../settings/schema.ts';
import { SETTINGS_STORAGE_KEY } from '../../settings/settings-key.ts';

/** The facts from which the first picture is drawn. */
export interface FirstPaintFacts extends ThemeSettings, Pick<Settings, 'device'> {
  readonly language: Language;
  /** The page that the app is going to show: home, with a linked device or without one, or the choice of a device. */
  readonly picture: 'linked' | 'unlinked' | 'selection' | undefined;
  /** The height of the card of the film played last, px; 0 without it. */
  readonly goOnHeightPx: number;
}

/**
 * Reads from storage and address, before the app has loaded, what the app itself will read there. It has no schemas, so
 * any value that the app would not write counts as its default. Never throws.
 */
export function readFirstPaintFacts(from: {
  storage: Pick<KeyValueStorage, 'getItem'>;
  location: Pick<Location, 'pathname' | 'search'>;
  deviceLanguage: string;
}): FirstPaintFacts {
  const stored = readStored(from.storage.getItem(SETTINGS_STORAGE_KEY));
  const parameters = new URLSearchParams(from.location.search);
  const female = parameters.get('female');
  const device = female === null ? stored['device'] : female === 'true' && 'Oh';
  const selected = female !== null || stored['deviceSelectionComplete'] === true;
  const linked = typeof stored['connectionKey'] === 'string' && stored['connectionKey'] !== '';
  const home = selected ? (linked ? 'linked' : 'unlinked') : 'selection';
  return {
    device: device === 'Oh' ? 'Oh' : 'The Handy',
    darkMode: female === null ? stored['darkMode'] !== false : device !== 'Oh',
    followSystemTheme: stored['followSystemTheme'] === true,
    language: chooseLanguage({ stored: readStoredLanguage(from.storage), device: from.deviceLanguage }).language,
    // A key in the address connects first: the app will not show home at once.
    picture:
      from.location.pathname === '/' && !CONNECTION_KEY_PARAMETERS.some((name) => parameters.has(name))
        ? home
        : undefined,
    goOnHeightPx: readGoOnHeightPx(from.storage),
  };
}

function readStored(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // The app sets aside settings that it cannot read, and starts with its defaults.
    return {};
  }
}
