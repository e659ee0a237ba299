import type { Settings } from './schema.ts';

/** The media query of a system that is set to dark. */
export const DARK_SYSTEM = '(prefers-color-scheme: dark)';

/** The settings that decide between dark and light. */
export type ThemeSettings = Pick<Settings, 'darkMode' | 'followSystemTheme'>;

/** Whether the app is dark: as the system is set where the person chose that, else as `darkMode` says. */
export const isDarkTheme = ({ darkMode, followSystemTheme }: ThemeSettings): boolean =>
  followSystemTheme ? matchMedia(DARK_SYSTEM).matches : darkMode;
