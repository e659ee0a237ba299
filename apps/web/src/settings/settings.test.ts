import { describe, expect, test } from 'vitest';
import { applyHostContentFilter, deviceTypeOfModel, isJapaneseHost } from './device-rules.ts';
import { createMemoryStorage, type KeyValueStorage, openStorage } from './key-value-storage.ts';
import { newSavedDevice } from './saved-device.ts';
import { defaultSettings, PRODUCT_NAMES, type Settings } from './schema.ts';
import { SETTINGS_STORAGE_KEY } from './settings-key.ts';
import { createSettingsStore, UNREADABLE_SETTINGS_KEY } from './settings-store.ts';

const silent = { warn: () => undefined };
const open = (storage: KeyValueStorage) => createSettingsStore({ storage, log: silent });
const stored = (storage: KeyValueStorage) => JSON.parse(storage.getItem(SETTINGS_STORAGE_KEY) ?? 'null');

describe('defaults', () => {
  test('are those of the specification', () => {
    const settings = defaultSettings();
    expect(settings).toMatchObject({
      device: 'The Handy',
      darkMode: true,
      femaleContentFilter: false,
      japaneseContentFilter: false,
      deviceSelectionComplete: false,
      multicastActive: false,
      developerMode: false,
      keyBinding: {
        enabled: true,
        stroke: { incrementValue: 10, topUp: 'q', topDown: 'a', bottomUp: 'w', bottomDown: 's' },
        timeOffset: { incrementValue: 10, increase: 'e', decrease: 'd' },
      },
      localPlayer: { loop: false, scriptUrl: '', videoUrl: '', showSimulator: true, showEmulator: false },
      randomClassic: {
        speedRange: { min: 0, max: 90 },
        strokeRange: { min: 20, max: 80 },
        minimumStrokeLength: 25,
        timeBetween: 5,
        currentPause: 0,
      },
      stopOnLeave: true,
    });
  });

  test('of the beat box are a grid of 10 columns by 10 levels, 100 down to 10, at 200-ms steps', () => {
    const { beatbox } = defaultSettings();
    expect(beatbox.cellStates).toHaveLength(10);
    expect(beatbox.cellStates.map((column) => column.at)).toEqual([
      0, 200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800,
    ]);
    expect(beatbox.cellStates[0]?.levels.map((cell) => cell.level)).toEqual([100, 90, 80, 70, 60, 50, 40, 30, 20, 10]);
    expect(beatbox.settings).toEqual({
      resolution: { height: 10, time: 10 },
      timePerCell: 250,
      tableHeight: 4,
      fillPoints: true,
      addEndPoint: true,
    });
    expect(beatbox).toMatchObject({ updateTimeHalfway: true, showGraph: true, showBeats: true, showPlaylist: true });
    expect(beatbox.showSettings).toBe(true);
    expect(beatbox.currentBeat).toMatchObject({ version: 1, image: '', name: '', activeCells: [] });
    expect(beatbox.currentBeat.settings).toEqual(beatbox.settings);
  });
});

test('a browser that refuses to store is reported, until it stores again', () => {
  const stored = createMemoryStorage();
  let isFull = true;
  const settings = open({
    ...stored,
    setItem(key, value) {
      if (isFull) throw new DOMException('Full', 'QuotaExceededError');
      stored.setItem(key, value);
    },
  });
  expect(settings.isSaved.getState()).toBe(true);
  settings.update({ darkMode: false });
  expect(settings.isSaved.getState()).toBe(false);
  isFull = false;
  settings.update({ darkMode: true });
  expect(settings.isSaved.getState()).toBe(true);
  const blocked = openStorage(() => {
    throw new DOMException('Blocked', 'SecurityError');
  });
  expect(open(blocked).isSaved.getState()).toBe(false);
});

describe('choosing a device', () => {
  test('The Handy turns dark mode on and the female filter off', () => {
    const settings = open(createMemoryStorage());
    settings.update({ darkMode: false, femaleContentFilter: true });
    settings.chooseDevice('The Handy');
    expect(settings.state.getState()).toMatchObject({
      device: 'The Handy',
      darkMode: true,
      femaleContentFilter: false,
    });
  });

  test('Oh turns dark mode off and the female filter on', () => {
    const settings = open(createMemoryStorage());
    settings.chooseDevice('Oh');
    expect(settings.state.getState()).toMatchObject({ device: 'Oh', darkMode: false, femaleContentFilter: true });
  });

  test('any other name is an unknown device and changes nothing', () => {
    const settings = open(createMemoryStorage());
    expect(PRODUCT_NAMES).toEqual(['The Handy', 'Oh']);
    expect(() => settings.chooseDevice('oh')).toThrow('Unknown device');
    expect(settings.state.getState()).toEqual(defaultSettings());
  });

  test('model 1 is Oh, any other and none is The Handy', () => {
    expect([1, 0, 2, 4, undefined].map(deviceTypeOfModel)).toEqual([
      'Oh',
      'The Handy',
      'The Handy',
      'The Handy',
      'The Handy',
    ]);
  });
});

test('a host name that contains .jp is Japanese', () => {
  expect(['app.example.jp', 'app.jp.example', 'EXAMPLE.JP', 'jp.example.com'].map(isJapaneseHost)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('a host name that contains .jp turns on the Japanese content filter, any other leaves it as it is', () => {
  const settings = open(createMemoryStorage());
  const filter = () => settings.state.getState().japaneseContentFilter;
  applyHostContentFilter(settings, 'app.example.com');
  expect(filter()).toBe(false);
  applyHostContentFilter(settings, 'app.example.jp');
  expect(filter()).toBe(true);
  applyHostContentFilter(settings, 'app.example.com');
  expect(filter()).toBe(true);
});

describe('storing', () => {
  test('a change is restored after opening again', () => {
    const storage = createMemoryStorage();
    open(storage).update({ connectionKey: 'DemoHandy1' });
    expect(open(storage).state.getState().connectionKey).toBe('DemoHandy1');
  });

  test('every setting of the specification is restored after opening again', () => {
    const storage = createMemoryStorage();
    const { beatbox, keyBinding, randomClassic } = defaultSettings();
    const beat = { version: 1, name: 'slow', uuid: 'a1B2c3D4' };
    const changed: Partial<Settings> = {
      connectionKey: 'DemoHandy1',
      linkedDevices: [{ ...newSavedDevice('DemoHandy1', 'Bedside'), follows: true, scalePercent: 80 }],
      multicastActive: true,
      developerMode: true,
      device: 'Oh',
      darkMode: false,
      femaleContentFilter: true,
      japaneseContentFilter: true,
      deviceSelectionComplete: true,
      keyBinding: {
        ...{ ...keyBinding, enabled: false },
        stroke: { incrementValue: 5, topUp: 'r', topDown: 'f', bottomUp: 't', bottomDown: 'g' },
        timeOffset: { incrementValue: 20, increase: 'y', decrease: 'b' },
      },
      randomClassic: {
        ...randomClassic,
        ...{ speedRange: { min: 10, max: 70 }, strokeRange: { min: 30, max: 60 } },
        ...{ minimumStrokeLength: 15, timeBetween: 8, currentPause: 2 },
      },
      channelDebug: { channel: 'chref:AbCdEfGhJkLm', call: 'hamp.start', body: '{}' },
      beatbox: {
        ...beatbox,
        beats: [beat],
        playlist: [{ uuid: beat.uuid }],
        currentBeat: { ...beatbox.currentBeat, image: 'data:,', name: 'new', activeCells: [{ at: 200, pos: 90 }] },
        showBeats: false,
        showPlaylist: false,
        showSettings: false,
        showGraph: false,
        updateTimeHalfway: false,
        settings: { ...beatbox.settings, fillPoints: false, addEndPoint: false },
      },
      localPlayer: {
        ...{ loop: true, scriptUrl: 'a', videoUrl: 'b', showSimulator: false, showEmulator: true },
        ...{ showTitle: true, subtitles: false, subtitleSize: 150, subtitleDelay: { file: 'film.srt', seconds: -0.5 } },
      },
      syncPage: { simulator: false, loop: true },
    };
    open(storage).update(changed);
    expect(open(storage).state.getState()).toMatchObject(changed);
  });

  test.each(['', 'null', '[]', '"text"', '{', '{"version":1,', '12'])(
    'text that holds no settings (%j) reads as the defaults and is set aside',
    (text) => {
      const storage = createMemoryStorage({ [SETTINGS_STORAGE_KEY]: text });
      const settings = open(storage);
      expect(settings.state.getState()).toEqual(defaultSettings());
      settings.update({ darkMode: false });
      expect(storage.getItem(`${UNREADABLE_SETTINGS_KEY}.1`)).toBe(text);
    },
  );

  test('one bad value loses only itself, and the text is set aside', () => {
    const text = JSON.stringify({
      version: 1,
      darkMode: 'yes',
      device: 'Oh',
      randomClassic: { timeBetween: -3, currentPause: 2 },
    });
    const storage = createMemoryStorage({ [SETTINGS_STORAGE_KEY]: text });
    const settings = open(storage).state.getState();
    expect(settings).toMatchObject({
      darkMode: true,
      device: 'Oh',
      randomClassic: { timeBetween: 5, currentPause: 2 },
    });
    expect(storage.getItem(`${UNREADABLE_SETTINGS_KEY}.1`)).toBe(text);
  });

  test('fields of another version stay when settings are written', () => {
    const text = JSON.stringify({ version: 1, fromTomorrow: { a: [1] }, localPlayer: { loop: true, theatre: true } });
    const storage = createMemoryStorage({ [SETTINGS_STORAGE_KEY]: text });
    open(storage).update({ darkMode: false });
    expect(stored(storage)).toMatchObject({
      fromTomorrow: { a: [1] },
      localPlayer: { loop: true, theatre: true },
      darkMode: false,
    });
    expect(storage.getItem(`${UNREADABLE_SETTINGS_KEY}.1`)).toBeNull();
  });

  test('linked devices of version 1, which had only keys, are taken over with their other stored data', () => {
    const text = JSON.stringify({ version: 1, linkedDevices: [{ connectionKey: 'DemoHandy1', from: 'tomorrow' }] });
    const storage = createMemoryStorage({ [SETTINGS_STORAGE_KEY]: text });
    const settings = open(storage);
    expect(settings.state.getState().linkedDevices).toEqual([
      { connectionKey: 'DemoHandy1', nickname: '', follows: false, scalePercent: 100, offsetMs: 0, from: 'tomorrow' },
    ]);
    expect(storage.getItem(`${UNREADABLE_SETTINGS_KEY}.1`)).toBeNull();
    settings.update({ darkMode: false });
    expect(stored(storage)).toMatchObject({ version: 2, linkedDevices: [{ from: 'tomorrow' }] });
    expect(open(storage).state.getState().linkedDevices[0]).toMatchObject({ from: 'tomorrow' });
    expect(storage.getItem(`${UNREADABLE_SETTINGS_KEY}.1`)).toBeNull();
  });

  test('an invalid linked device loses the list, and the text is set aside', () => {
    const text = JSON.stringify({ version: 1, linkedDevices: [{ nickname: 'no key' }], device: 'Oh' });
    const storage = createMemoryStorage({ [SETTINGS_STORAGE_KEY]: text });
    expect(open(storage).state.getState()).toMatchObject({ linkedDevices: [], device: 'Oh' });
    expect(storage.getItem(`${UNREADABLE_SETTINGS_KEY}.1`)).toBe(text);
  });

  test('a beat that was just saved, its fields in the order of the beat box, sets nothing aside', () => {
    const saved = { version: 1, image: '', name: 'Calm', uuid: 'c4lm0001', activeCells: [{ at: 0, pos: 100 }] };
    const text = JSON.stringify({ version: 2, beatbox: { beats: [saved] } });
    const storage = createMemoryStorage({ [SETTINGS_STORAGE_KEY]: text });
    expect(open(storage).state.getState().beatbox.beats).toEqual([saved]);
    expect(storage.getItem(`${UNREADABLE_SETTINGS_KEY}.1`)).toBeNull();
  });

  test('settings of a newer version are set aside before they are overwritten', () => {
    const text = JSON.stringify({ version: 9, device: 'Oh' });
    const storage = createMemoryStorage({ [SETTINGS_STORAGE_KEY]: text });
    expect(open(storage).state.getState().device).toBe('Oh');
    expect(storage.getItem(`${UNREADABLE_SETTINGS_KEY}.1`)).toBe(text);
  });

  test('the same text is set aside once, another beside it', () => {
    const storage = createMemoryStorage({ [SETTINGS_STORAGE_KEY]: '{' });
    open(storage);
    open(storage);
    storage.setItem(SETTINGS_STORAGE_KEY, '{{');
    open(storage);
    expect([1, 2, 3].map((number) => storage.getItem(`${UNREADABLE_SETTINGS_KEY}.${number}`))).toEqual([
      '{',
      '{{',
      null,
    ]);
  });

  test('settings that another tab stored are taken over', () => {
    const storage = createMemoryStorage();
    const [here, there] = [open(storage), open(storage)];
    there.update({ darkMode: false });
    here.reload();
    expect(here.state.getState().darkMode).toBe(false);
  });

  test('a storage that refuses to write is logged once, and the settings hold for this page', () => {
    const logged: string[] = [];
    const storage: KeyValueStorage = {
      ...createMemoryStorage(),
      setItem: () => {
        throw new Error('full');
      },
    };
    const settings = createSettingsStore({ storage, log: { warn: (text) => logged.push(text) } });
    settings.update({ darkMode: false });
    settings.update({ device: 'Oh' });
    expect(settings.state.getState()).toMatchObject({ darkMode: false, device: 'Oh' });
    expect(logged).toHaveLength(1);
  });

  test('text that cannot be read and cannot be set aside is never overwritten', () => {
    const memory = createMemoryStorage({ [SETTINGS_STORAGE_KEY]: '{' });
    const storage: KeyValueStorage = {
      ...memory,
      setItem: (key, value) => {
        if (key !== SETTINGS_STORAGE_KEY) throw new Error('full');
        memory.setItem(key, value);
      },
    };
    const settings = open(storage);
    expect(settings.isSaved.getState()).toBe(false);
    settings.update({ darkMode: false });
    expect(storage.getItem(SETTINGS_STORAGE_KEY)).toBe('{');
  });

  test('a browser without storage gets one that lasts as long as the page', () => {
    const storage = openStorage(() => {
      throw new Error('denied');
    });
    storage.setItem('a', 'b');
    expect(storage.getItem('a')).toBe('b');
  });
});
