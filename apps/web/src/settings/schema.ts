import * as z from 'zod/mini';
import { beatboxSettings } from './beatbox-settings.ts';
import { field, group, percent, percentRange } from './field.ts';
import { gamepadButtons } from './gamepad-buttons.ts';
import { savedDevice } from './saved-device.ts';

/** The version this app writes. */
export const SETTINGS_VERSION = 2;

/** The devices a person can choose. */
export const DEVICE_NAMES = ['The Handy', 'Oh'] as const;
/** The name a device is sold under. */
export type DeviceName = (typeof DEVICE_NAMES)[number];

const key = z.string().check(z.minLength(1), z.maxLength(1));
const seconds = z.number().check(z.minimum(0));

/**
 * Every user setting with its default; first those of the specification, then our own.
 * Reading cannot fail: a missing or invalid value becomes the default.
 */
export const settingsSchema = z.object({
  version: field(z.literal(SETTINGS_VERSION), SETTINGS_VERSION),
  connectionKey: field(z.string(), ''),
  linkedDevices: field(z.array(savedDevice), []),
  multicastActive: field(z.boolean(), false),
  developerMode: field(z.boolean(), false),
  device: field(z.enum(DEVICE_NAMES), 'The Handy'),
  darkMode: field(z.boolean(), true),
  femaleContentFilter: field(z.boolean(), false),
  japaneseContentFilter: field(z.boolean(), false),
  deviceSelectionComplete: field(z.boolean(), false),
  keyBinding: group({
    enabled: field(z.boolean(), true),
    stroke: group({
      incrementValue: field(percent, 10),
      topUp: field(key, 'q'),
      topDown: field(key, 'a'),
      bottomUp: field(key, 'w'),
      bottomDown: field(key, 's'),
    }),
    timeOffset: group({
      incrementValue: field(z.number().check(z.minimum(0)), 10),
      increase: field(key, 'e'),
      decrease: field(key, 'd'),
    }),
    /** Our own: a second key that stops, since the browser takes Escape in full screen. */
    stop: field(key, 'x'),
  }),
  gamepad: group({ enabled: field(z.boolean(), true), buttons: gamepadButtons }),
  /** Limits on the device in every mode; 0 is no limit. */
  limits: group({
    maxSpeedMmS: field(z.number().check(z.minimum(0), z.maximum(1000)), 0),
    rampSeconds: field(z.number().check(z.minimum(0), z.maximum(60)), 0),
    sessionMinutes: field(z.number().check(z.minimum(0), z.maximum(600)), 0),
  }),
  /** Whether the person agreed that analytics leave this browser. */
  analyticsAgreed: field(z.boolean(), false),
  /** A developer's values in place of the deployment's, from the next start on; empty for none. */
  developer: group({
    apiBase: field(z.string(), ''),
    apiKey: field(z.string(), ''),
    scriptHost: field(z.string(), ''),
  }),
  beatbox: beatboxSettings,
  localPlayer: group({
    loop: field(z.boolean(), false),
    scriptUrl: field(z.string(), ''),
    videoUrl: field(z.string(), ''),
    showSimulator: field(z.boolean(), true),
    showEmulator: field(z.boolean(), false),
  }),
  syncPage: group({ simulator: field(z.boolean(), true), loop: field(z.boolean(), false) }),
  channelDebug: group({
    channel: field(z.string(), ''),
    call: field(z.string(), ''),
    body: field(z.string(), ''),
  }),
  randomClassic: group({
    speedRange: field(percentRange, { min: 0, max: 90 }),
    strokeRange: field(percentRange, { min: 20, max: 80 }),
    minimumStrokeLength: field(percent, 25),
    timeBetween: field(seconds, 5),
    currentPause: field(seconds, 0),
    /** Our own: ramp between picks, s; seed that repeats a run, empty for a random one; session timer, minutes, 0 is off. */
    ramp: field(seconds, 1),
    seed: field(z.string(), ''),
    sessionMinutes: field(z.number().check(z.minimum(0)), 0),
  }),
  /** Leaving a page that moves the device stops the device first. */
  stopOnLeave: field(z.boolean(), true),
  /** The path of the control page used last, for "continue where you were"; empty before the first. */
  lastControlPage: field(z.string(), ''),
});

/** The settings as the app uses them. */
export type Settings = z.output<typeof settingsSchema>;

/** The default settings. */
export function defaultSettings(): Settings {
  return settingsSchema.parse({});
}
