import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from './schema.ts';

const ROOT = new URL('../../../../', import.meta.url);

const WEB = 'apps/web/src';
const RUN = `${WEB}/features/random-stroker/run-control.test.ts`;
const EDITOR = `${WEB}/features/beatbox/beat-editor.test.ts`;
const PAGES = `${WEB}/app/page-settings.test.tsx`;
const LIMITS = `${WEB}/device/session/apply-limits-of-settings.test.ts`;
const DEVELOPER = `${WEB}/app/developer-settings.test.ts`;
const LINKED = `${WEB}/device/linked/linked-devices.test.ts`;
const KEYS = 'e2e/shortcuts.spec.ts';
const STOP_KEYS = 'e2e/shortcuts.control.spec.ts';
const PAD = 'e2e/gamepad.spec.ts';
const LOCAL = 'e2e/local-watching.control.spec.ts';
const PLAYER_STAGE = 'e2e/player-stage.control.spec.ts';
const SYNC = 'e2e/sync.control.spec.ts';

/** The test that shows the effect of each setting, by its path: a test file and the title of a test in it. */
const EFFECTS: Readonly<Record<string, readonly [file: string, title: string]>> = {
  connectionKey: [
    `${WEB}/device/session/connect-device-of-settings.test.ts`,
    'follows the key of the settings, raises analytics events, and stops a device before it is released',
  ],
  linkedDevices: [LINKED, 'every device that connected while in use is in the list once, and a mistyped key is not'],
  multicastActive: [LINKED, 'the chosen devices follow, up to the maximum, and never the one in use'],
  sameMotion: [
    'e2e/followers.control.spec.ts',
    'with the same motion chosen, strokes are in step, through another speed, a loss and a run, and one Stop rests all',
  ],
  developerMode: [`${WEB}/app/menu.test.tsx`, 'shows the pages for developers in developer mode only'],
  device: [`${WEB}/app/app.test.tsx`, 'sets theme and filter with the device'],
  darkMode: [`${WEB}/app/app.test.tsx`, 'dark mode is the person’s own switch'],
  followSystemTheme: [
    `${WEB}/app/app.test.tsx`,
    'the theme follows the system once that is chosen, and no longer once dark mode is switched',
  ],
  femaleContentFilter: [`${WEB}/features/home/carousel.test.tsx`, 'shows entries that the content filters let pass'],
  japaneseContentFilter: [`${WEB}/features/home/carousel.test.tsx`, 'shows entries that the content filters let pass'],
  deviceSelectionComplete: [
    `${WEB}/app/guard.test.ts`,
    'sends to the device selection with the full path until a device is chosen',
  ],
  'keyBinding.enabled': [KEYS, 'while key binding is switched off'],
  'keyBinding.stroke': [KEYS, 'are those of the settings, and so are the steps'],
  'keyBinding.timeOffset': [KEYS, 'are those of the settings, and so are the steps'],
  'keyBinding.stop': [STOP_KEYS, 'the second Stop key stops in full screen'],
  'gamepad.enabled': [PAGES, 'a gamepad that is switched off moves no device, and B still stops'],
  'gamepad.buttons': [PAD, 'follows another mapping, and only stops on the settings page'],
  'limits.maxSpeedMmS': [
    'e2e/settings.spec.ts',
    'the speed limit applies to new commands and to a running motion, and survives a reload',
  ],
  'limits.rampSeconds': [LIMITS, 'a slow start holds alternating motion, vibration and direct moves'],
  'limits.sessionMinutes': [
    'e2e/settings.spec.ts',
    'the session ends gently: slower step by step, then stopped, with a notice',
  ],
  analyticsAgreed: [
    'e2e/settings.spec.ts',
    'leave the browser only while the person agrees, contain no key, and a refusal is logged',
  ],
  'developer.apiBase': ['e2e/settings.spec.ts', 'another API base is used from the next start on'],
  'developer.apiKey': [DEVELOPER, 'another API key is the one that is sent'],
  'developer.scriptHost': [DEVELOPER, 'scripts go to another script host'],
  'beatbox.beats': [
    EDITOR,
    'have a number of 8 random alphanumerics from the start, another for each, which saving does not change',
  ],
  'beatbox.playlist': [EDITOR, 'are duplicated, renamed and deleted, in the playlist too'],
  'beatbox.currentBeat': [EDITOR, 'the editor reports when it differs from its saved beat'],
  'beatbox.showBeats': [PAGES, 'a part of the beat box stays folded or open as it was left'],
  'beatbox.showPlaylist': [PAGES, 'a part of the beat box stays folded or open as it was left'],
  'beatbox.showSettings': [PAGES, 'a part of the beat box stays folded or open as it was left'],
  'beatbox.showGraph': [PAGES, 'a part of the beat box stays folded or open as it was left'],
  'beatbox.shuffle': [
    `${WEB}/features/beatbox/beat-player.test.ts`,
    'begins after the lap of the beat that plays, and a shuffled one plays every beat',
  ],
  'beatbox.metronome': [
    `${WEB}/features/beatbox/metronome.test.ts`,
    'switched off it is silent and holds no audio context open',
  ],
  'beatbox.updateTimeHalfway': [
    `${WEB}/features/beatbox/beat-player.test.ts`,
    'changes its tempo in the middle of the lap while it plays, without a gap',
  ],
  'beatbox.cellStates': [EDITOR, 'reads a grid that was stored at 200-ms steps at the time of its columns'],
  'beatbox.settings': [EDITOR, 'plays at 60 BPM over ten columns, fills points and closes the lap'],
  'localPlayer.loop': [
    'e2e/local-sync.control.spec.ts',
    'a video that stalls pauses the device, and resumes it when its data arrives; so does one that repeats',
  ],
  'localPlayer.scriptUrl': [PAGES, 'the addresses of the local player are stored for the next visit'],
  'localPlayer.videoUrl': [PAGES, 'the addresses of the local player are stored for the next visit'],
  'localPlayer.showSimulator': [
    LOCAL,
    'panels: the simulator can be hidden, and a device in this tab be driven and its buttons pressed',
  ],
  'localPlayer.showEmulator': [
    LOCAL,
    'panels: the simulator can be hidden, and a device in this tab be driven and its buttons pressed',
  ],
  'localPlayer.showTitle': [
    PLAYER_STAGE,
    'media keys pause film and device, jump and go on, under a name that tells nothing until the person shows the title',
  ],
  'localPlayer.subtitles': [
    PLAYER_STAGE,
    'subtitles are shown in the size and with the delay that the person sets, and are switched off',
  ],
  'localPlayer.subtitleSize': [
    PLAYER_STAGE,
    'subtitles are shown in the size and with the delay that the person sets, and are switched off',
  ],
  'localPlayer.subtitleDelay': [
    PLAYER_STAGE,
    'subtitles are shown in the size and with the delay that the person sets, and are switched off',
  ],
  syncPage: [
    SYNC,
    'everything works by keyboard alone, and the choices of the page and the offset are restored after opening again',
  ],
  channelDebug: [
    'e2e/debug.spec.ts',
    'a channel is made, its events are received, it is driven, and its reference is stored',
  ],
  'randomClassic.speedRange': [
    RUN,
    'stays inside the ranges of the settings, and inside the budget of requests in every minute',
  ],
  'randomClassic.strokeRange': [
    RUN,
    'stays inside the ranges of the settings, and inside the budget of requests in every minute',
  ],
  'randomClassic.minimumStrokeLength': [
    RUN,
    'stays inside the ranges of the settings, and inside the budget of requests in every minute',
  ],
  'randomClassic.timeBetween': [RUN, 'moves for the time between picks and rests for the pause, every time'],
  'randomClassic.currentPause': [RUN, 'moves for the time between picks and rests for the pause, every time'],
  'randomClassic.ramp': [RUN, 'sets the window before it moves, and starts slow'],
  'randomClassic.seed': [RUN, 'repeats for the same text'],
  'randomClassic.sessionMinutes': [RUN, 'ends gently with the session: slower and slower, then stopped, with a notice'],
  stopOnLeave: [`${WEB}/app/navigation.test.ts`, 'away from a page that moves the device stops it first, by default'],
  lastControlPage: [`${WEB}/app/navigation.test.ts`, 'of a control page remembers it'],
};

/** Every path of the settings: fields of groups, but not items of lists. */
function placesIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([name, field]) => placesIn(field, path === '' ? name : `${path}.${name}`));
}

const isShown = (place: string) =>
  Object.keys(EFFECTS).some((shown) => place === shown || place.startsWith(`${shown}.`));

test('every setting has a test of its effect', () => {
  const { version: _version, ...settings } = defaultSettings();
  expect(placesIn(settings).filter((place) => !isShown(place))).toEqual([]);
});

describe('the test of the effect of', () => {
  test.each(Object.entries(EFFECTS))('%s exists', (_, [file, title]) => {
    const at = new URL(file, ROOT);
    expect(existsSync(at) ? readFileSync(at, 'utf8') : '').toContain(title);
  });
});
