import * as z from 'zod/mini';
import { beatboxSettingsSchema } from './beatbox-settings.ts';
import { percentRangeSchema, percentSchema, settingField, settingGroup } from './field.ts';
import { gamepadButtonsSchema } from './gamepad-buttons.ts';
import { savedDeviceSchema } from './saved-device.ts';

/** The version this app writes. */
export const SETTINGS_VERSION = 2;

/** The devices a person can choose. */
export const PRODUCT_NAMES = ['The Handy', 'Oh'] as const;
/** The name a device is sold under. */
export type ProductName = (typeof PRODUCT_NAMES)[number];

const key = z.string().check(z.minLength(1), z.maxLength(1));
const seconds = z.number().check(z.minimum(0));

/**
 * Every user setting with its default; first those of the specification, then our own.
 * Reading cannot fail: a missing or invalid value becomes the default.
 */
export const settingsSchema = z.object({
  version: settingField(z.literal(SETTINGS_VERSION), SETTINGS_VERSION),
  connectionKey: settingField(z.string(), ''),
  linkedDevices: settingField(z.array(savedDeviceSchema), []),
  multicastActive: settingField(z.boolean(), false),
  /** Our own: devices that follow make the same motion in step, in place of their own strokes at the same settings. */
  sameMotion: settingField(z.boolean(), false),
  developerMode: settingField(z.boolean(), false),
  device: settingField(z.enum(PRODUCT_NAMES), 'The Handy'),
  darkMode: settingField(z.boolean(), true),
  /** Our own: dark or light as the system is set, in place of `darkMode`. */
  followSystemTheme: settingField(z.boolean(), false),
  femaleContentFilter: settingField(z.boolean(), false),
  japaneseContentFilter: settingField(z.boolean(), false),
  deviceSelectionComplete: settingField(z.boolean(), false),
  keyBinding: settingGroup({
    enabled: settingField(z.boolean(), true),
    stroke: settingGroup({
      incrementValue: settingField(percentSchema, 10),
      topUp: settingField(key, 'q'),
      topDown: settingField(key, 'a'),
      bottomUp: settingField(key, 'w'),
      bottomDown: settingField(key, 's'),
    }),
    timeOffset: settingGroup({
      incrementValue: settingField(z.number().check(z.minimum(0)), 10),
      increase: settingField(key, 'e'),
      decrease: settingField(key, 'd'),
    }),
    /** Our own: a second key that stops, since the browser takes Escape in full screen. */
    stop: settingField(key, 'x'),
  }),
  gamepad: settingGroup({ enabled: settingField(z.boolean(), true), buttons: gamepadButtonsSchema }),
  /** Limits on the device in every mode; 0 is no limit. */
  limits: settingGroup({
    maxSpeedMmS: settingField(z.number().check(z.minimum(0), z.maximum(1000)), 0),
    rampSeconds: settingField(z.number().check(z.minimum(0), z.maximum(60)), 0),
    sessionMinutes: settingField(z.number().check(z.minimum(0), z.maximum(600)), 0),
  }),
  /** Whether the person agreed that analytics leave this browser. */
  analyticsAgreed: settingField(z.boolean(), false),
  /** A developer's values in place of the deployment's, from the next start on; empty for none. */
  developer: settingGroup({
    apiBase: settingField(z.string(), ''),
    apiKey: settingField(z.string(), ''),
    scriptHost: settingField(z.string(), ''),
  }),
  beatbox: beatboxSettingsSchema,
  localPlayer: settingGroup({
    loop: settingField(z.boolean(), false),
    scriptUrl: settingField(z.string(), ''),
    videoUrl: settingField(z.string(), ''),
    showSimulator: settingField(z.boolean(), true),
    showEmulator: settingField(z.boolean(), false),
    /** Our own. Whether the system's media keys show the film's title. */
    showTitle: settingField(z.boolean(), false),
    /** Our own. The size in per cent; the delay, s, belongs to the file that it was set for last. */
    subtitles: settingField(z.boolean(), true),
    subtitleSize: settingField(z.number().check(z.minimum(50), z.maximum(300)), 100),
    subtitleDelay: settingField(z.object({ file: z.string(), seconds: z.number() }), { file: '', seconds: 0 }),
  }),
  syncPage: settingGroup({ simulator: settingField(z.boolean(), true), loop: settingField(z.boolean(), false) }),
  channelDebug: settingGroup({
    channel: settingField(z.string(), ''),
    call: settingField(z.string(), ''),
    body: settingField(z.string(), ''),
  }),
  randomClassic: settingGroup({
    speedRange: settingField(percentRangeSchema, { min: 0, max: 90 }),
    strokeRange: settingField(percentRangeSchema, { min: 20, max: 80 }),
    minimumStrokeLength: settingField(percentSchema, 25),
    timeBetween: settingField(seconds, 5),
    currentPause: settingField(seconds, 0),
    /** Our own: ramp between picks, s; seed that repeats a run, empty for a random one; session timer, minutes, 0 is off. */
    ramp: settingField(seconds, 1),
    seed: settingField(z.string(), ''),
    sessionMinutes: settingField(z.number().check(z.minimum(0)), 0),
  }),
  /** Leaving a page that moves the device stops the device first. */
  stopOnLeave: settingField(z.boolean(), true),
  /** The path of the control page used last, for "continue where you were"; empty before the first. */
  lastControlPage: settingField(z.string(), ''),
});

/** The settings as the app uses them. */
export type Settings = z.output<typeof settingsSchema>;

/** The default settings. */
export function defaultSettings(): Settings {
  return settingsSchema.parse({});
}
