export type { CloudFeatureFlags, RuntimeConfig } from './api/app/runtime-config.ts';
export type { CloudOptions } from './api/parts.ts';
export { type Cloud, createCloud } from './cloud.ts';
export { type CloudConfig, type ConfigResult, defaultConfig, readConfig } from './config/config.ts';
export type { CloudProfile, LogLevel } from './config/setting-readers.ts';
export { type Setting, type SettingName, settings } from './config/settings.ts';
export { createLog, type Log } from './observability/logger.ts';
