export { type Cloud, createCloud } from './cloud.ts';
export { type CloudConfig, type ConfigReading, defaultConfig, readConfig } from './config/config.ts';
export type { LogLevel, Profile } from './config/setting-readers.ts';
export { type Setting, type SettingName, settings } from './config/settings.ts';
export { createLog, type Log } from './observability/logger.ts';
export type { CloudOptions } from './parts.ts';
export type { Features, RuntimeConfig } from './web-app/runtime-config.ts';
