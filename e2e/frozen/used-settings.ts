const level = (active: number) =>
  Array.from({ length: 10 }, (_, row) => ({ level: 100 - row * 10, active: row === active }));

const BEAT_SETTINGS = {
  resolution: { height: 10, time: 10 },
  ...{ timePerCell: 300, tableHeight: 5, fillPoints: false, addEndPoint: false },
};

const BEAT = {
  ...{ version: 1, image: '', name: 'Calm', uuid: 'c4lm0001' },
  activeCells: [
    { at: 0, pos: 100 },
    { at: 600, pos: 20 },
    { at: 1_200, pos: 80 },
  ],
  settings: BEAT_SETTINGS,
};

/** Every setting, none of them at its default, as a browser stores them; one is of a future version. */
export const USED_SETTINGS = {
  version: 2,
  connectionKey: 'DemoHandy1',
  linkedDevices: [
    { connectionKey: 'DemoHandy1', nickname: 'Desk', follows: true, offsetMs: 0, scalePercent: 100 },
    { connectionKey: 'DemoOh0001', nickname: 'Travel', follows: true, offsetMs: -40, scalePercent: 60 },
  ],
  multicastActive: true,
  developerMode: true,
  device: 'The Handy',
  darkMode: false,
  femaleContentFilter: false,
  japaneseContentFilter: true,
  deviceSelectionComplete: true,
  keyBinding: {
    enabled: true,
    stroke: { incrementValue: 5, topUp: 'u', topDown: 'h', bottomUp: 'i', bottomDown: 'j' },
    timeOffset: { incrementValue: 20, increase: 'o', decrease: 'y' },
    stop: 'z',
  },
  gamepad: {
    enabled: false,
    buttons: { topUp: 13, topDown: 12, bottomUp: 14, bottomDown: 15, offsetUp: 4, offsetDown: 5 },
  },
  limits: { maxSpeedMmS: 350, rampSeconds: 2, sessionMinutes: 45 },
  analyticsAgreed: true,
  developer: { apiBase: '', apiKey: 'my-application', scriptHost: '' },
  beatbox: {
    beats: [BEAT, { ...BEAT, name: 'Brisk', uuid: 'br1sk002' }],
    playlist: [{ uuid: 'br1sk002' }, { uuid: 'c4lm0001' }],
    currentBeat: BEAT,
    ...{ showBeats: false, showPlaylist: false, showSettings: false, showGraph: false, updateTimeHalfway: false },
    cellStates: Array.from({ length: 10 }, (_, column) => ({ at: column * 300, levels: level(column % 4) })),
    settings: BEAT_SETTINGS,
    ...{ shuffle: true, metronome: true },
  },
  localPlayer: { loop: true, scriptUrl: '', videoUrl: '', showSimulator: false, showEmulator: true },
  syncPage: { simulator: false, loop: true },
  channelDebug: { channel: 'bench', call: 'hamp.state', body: '{}' },
  randomClassic: {
    speedRange: { min: 10, max: 70 },
    strokeRange: { min: 15, max: 75 },
    ...{ minimumStrokeLength: 30, timeBetween: 8, currentPause: 2, ramp: 3, seed: 'tuesday', sessionMinutes: 20 },
  },
  stopOnLeave: false,
  lastControlPage: '/hamp',
  ofALaterVersion: { kept: true },
};
