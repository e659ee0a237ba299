/** The storage key of the settings. */
export const SETTINGS_STORAGE_KEY = 'tactus.settings';
