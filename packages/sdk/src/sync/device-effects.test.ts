/** The effects of the device on the video, in both modes. */
import { ButtonEvent, DeviceButton, HspPlayState } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createScriptedMedia } from '../testing/scripted-media.ts';
import { createScriptedPlayer } from '../testing/scripted-player.ts';
import { startVideoSync, type VideoSyncOptions } from './start-video-sync.ts';

const { PLAYING, STOPPED, PAUSED } = HspPlayState;
const { SHORT_PRESS, LONG_PRESS_START, LONG_PRESS_STEP, LONG_PRESS_END, PRESSED } = ButtonEvent;

function setUp(options: Partial<VideoSyncOptions> = {}) {
  const time = createFakeTime();
  const media = createScriptedMedia(time);
  const player = createScriptedPlayer(time);
  const logged: string[] = [];
  const sync = startVideoSync({
    ...{ device: player.device, media: media.port, time, onLog: (text: string) => logged.push(text) },
    ...options,
  });
  onTestFinished(sync.close);
  return { time, media, player, sync, logged };
}

async function playing(options: Partial<VideoSyncOptions> = {}) {
  const world = setUp(options);
  world.media.playAndMove();
  await world.time.run(1_000);
  expect(world.player.plays()).toBe(true);
  return world;
}

describe.each(['frame-locked', 'compatible'] as const)('%s', (mode) => {
  test('the device stopping pauses the video', async () => {
    const { time, media, player, sync } = await playing({ mode });
    player.becomes(STOPPED, { current_time: 1_000 });
    await time.run(30_000);
    expect(media.isPaused()).toBe(true);
    expect(sync.store.getState()).toMatchObject({ phase: 'idle', pausedBy: 'device-stopped' });
    expect(player.of('play')).toHaveLength(1);
  });

  test('the device pausing pauses the video', async () => {
    const { media, player, sync } = await playing({ mode });
    player.becomes(PAUSED);
    expect(media.isPaused()).toBe(true);
    expect(sync.store.getState().pausedBy).toBe('device-paused');
  });

  test('Stop pauses the video', async () => {
    const { media, player, sync } = await playing({ mode });
    player.patch({ stopPhase: 'stopping' });
    expect(media.isPaused()).toBe(true);
    expect(sync.store.getState().pausedBy).toBe('stop-pressed');
  });

  test('so does one that was pressed in another tab', async () => {
    const { time, media, player, sync } = await playing({ mode });
    player.patch({ stopsElsewhere: 1 });
    expect(media.isPaused()).toBe(true);
    await time.run(30_000);
    expect(sync.store.getState()).toMatchObject({ phase: 'idle', pausedBy: 'stop-pressed' });
    expect(player.of('play')).toHaveLength(1);
  });

  test('so does a second Stop, while the first is pending and the user has resumed the video', async () => {
    const { time, media, player } = await playing({ mode });
    player.patch({ stopPhase: 'stopping', stopPresses: 1 });
    media.playAndMove();
    await time.run(1);
    expect(media.isPaused()).toBe(false);
    player.patch({ stopPresses: 2 });
    expect(media.isPaused()).toBe(true);
  });

  test('the end of a Stop does not pause a video that the user has resumed since', async () => {
    const { time, media, player } = await playing({ mode });
    player.patch({ stopPhase: 'stopping', stopPresses: 1 });
    expect(media.isPaused()).toBe(true);
    media.playAndMove();
    player.becomes(STOPPED, { current_time: 1_000 });
    await time.run(1);
    expect(media.isPaused()).toBe(false);
    // A later stop by the device itself pauses it.
    player.patch({ stopPhase: 'stopped' });
    await time.run(2_000);
    expect(player.plays()).toBe(true);
    player.becomes(STOPPED, { current_time: 3_000 });
    expect(media.isPaused()).toBe(true);
  });

  test('another mode of the device pauses the video', async () => {
    const { media, player } = await playing({ mode });
    player.patch({ hsp: { ...player.device.store.getState().hsp, play_state: HspPlayState.NOT_INITIALIZED } });
    expect(media.isPaused()).toBe(true);
  });

  test.each([
    ['has restarted', 'rebooted', 'new-session'],
    ['does not report what it has lost', 'unknown', 'new-session'],
    ['has moved otherwise meanwhile', 'buffer-lost', 'device-back'],
  ] as const)('a device that is back and %s pauses the video', async (_, continuity, pausedBy) => {
    const { time, media, player, sync } = await playing({ mode });
    player.patch({ connected: false });
    expect(sync.store.getState().phase).toBe('device-away');
    player.patch({ session_id: undefined });
    await time.run(3_000);
    expect(media.isPaused()).toBe(false);
    player.becomesSilently(STOPPED);
    player.patch({ connected: true, session_id: '01HZ0002' });
    media.setRate(1.5);
    await time.run(1_000);
    player.patch({ continuity });
    await time.run(30_000);
    expect(media.isPaused()).toBe(true);
    expect(sync.store.getState()).toMatchObject({ phase: 'idle', pausedBy });
    expect(player.of('play')).toHaveLength(1);
    expect(player.plays()).toBe(false);
  });

  test('a device whose link was cut follows the video again', async () => {
    const { time, media, player, sync } = await playing({ mode });
    player.patch({ connected: false });
    player.patch({ session_id: undefined });
    await time.run(4_000);
    player.patch({ connected: true, session_id: '01HZ0002' });
    expect(sync.store.getState().phase).toBe('device-away');
    await time.run(500);
    player.patch({ continuity: 'nothing-lost' });
    await time.run(500);
    expect(player.names()).toEqual(expect.arrayContaining(['play', 'synctime']));
    await time.run(30_000);
    expect(media.isPaused()).toBe(false);
    expect(sync.store.getState()).toMatchObject({ phase: 'following', pausedBy: undefined });
    expect([player.of('play').length, player.plays()]).toEqual([1, true]);
  });

  test('a playback that is sent in parts is halted while the device is away, and played anew where nothing was lost', async () => {
    const sent: string[] = [];
    const log = (what: string, plays: boolean) => async () => Boolean(sent.push(what)) && plays;
    const playback = { play: log('play', true), stop: log('stop', false), syncTime: log('sync', true) };
    const { time, media, player } = setUp({ mode, playback: { ...playback, halt: () => sent.push('halt') } });
    media.playAndMove();
    await time.run(1_000);
    player.patch({ connected: false });
    await time.run(4_000);
    player.patch({ connected: true, session_id: '01HZ0002', continuity: 'nothing-lost' });
    await time.run(200);
    expect([sent[0], sent[1], sent.at(-1), media.isPaused()]).toEqual(['play', 'halt', 'play', false]);
  });

  test('a device that stops to restart is reported as restarted', async () => {
    const { player, sync } = await playing({ mode });
    player.becomes(STOPPED, { current_time: 1_000 });
    player.patch({ connected: false });
    expect(sync.store.getState().pausedBy).toBe('device-stopped');
    player.patch({ connected: true, session_id: '01HZ0002', continuity: 'rebooted' });
    expect(sync.store.getState().pausedBy).toBe('new-session');
  });

  test('a listener that stops the device after a new session does not change the reason of the pause', async () => {
    const { time, player, sync } = await playing({ mode });
    sync.store.subscribe(({ pausedBy }, before) => {
      if (pausedBy === 'new-session' && before.pausedBy !== pausedBy) player.patch({ stopPresses: 1 });
    });
    player.patch({ connected: true, session_id: '01HZ0002', continuity: 'rebooted' });
    await time.run(3_000);
    expect(sync.store.getState().pausedBy).toBe('new-session');
  });

  test('neither device nor video starts by itself', async () => {
    const { time, media, player } = setUp({ mode });
    player.patch({ connected: false });
    await time.run(5_000);
    player.patch({ connected: true });
    player.becomes(PLAYING);
    await time.run(60_000);
    expect(media.isPaused()).toBe(true);
    expect(player.commands).toEqual([]);
  });

  test('a video that was played without a device is paused when one connects', async () => {
    const { time, media, player } = setUp({ mode });
    player.patch({ connected: false });
    media.playAndMove();
    await time.run(2_000);
    player.patch({ connected: true });
    await time.run(2_000);
    expect(media.isPaused()).toBe(true);
    expect(player.of('play')).toEqual([]);
  });

  test('a stop that could not be sent while the device was away is sent when it is back', async () => {
    const { time, media, player } = await playing({ mode });
    player.patch({ connected: false });
    media.pause();
    await time.run(1_000);
    media.playAndMove();
    await time.run(1_000);
    player.patch({ connected: true });
    await time.run(2_000);
    expect(media.isPaused()).toBe(true);
    expect(player.plays()).toBe(false);
  });

  test('a device that stops during a pending play does not begin to play after it', async () => {
    const { time, media, player } = setUp({ mode });
    player.waysMs.push(300);
    media.playAndMove();
    await time.run(50);
    player.becomes(STOPPED, { current_time: 10 });
    await time.run(5_000);
    expect(media.isPaused()).toBe(true);
    expect(player.plays()).toBe(false);
  });

  test('the end of the script lets the video go on, and a seek brings the device back', async () => {
    const { time, media, player, sync } = await playing({ mode });
    player.becomes(STOPPED, { current_time: 1_000, last_point_time: 1_000 });
    await time.run(5_000);
    expect(media.isPaused()).toBe(false);
    expect(sync.store.getState().phase).toBe('script-over');
    media.seek(10_000);
    media.move();
    await time.run(100);
    expect(player.of('play')).toHaveLength(2);
    expect(sync.store.getState().phase).toBe('following');
  });

  test('a late report of the end of a lap does not end the playback of the next', async () => {
    const { time, media, player, sync } = await playing({ mode });
    media.seek(0);
    media.move();
    await time.run(15);
    expect(player.plays()).toBe(true);
    player.report('stream_end_reached', { play_state: STOPPED, current_time: 4_000, last_point_time: 4_000 });
    await time.run(20_000);
    expect(sync.store.getState()).toMatchObject({ phase: 'following', pausedBy: undefined });
    expect(media.isPaused()).toBe(false);
    expect(player.plays()).toBe(true);
  });

  test('as an option the device pauses and the video goes on, until the user makes the device join', async () => {
    const { time, media, player, sync } = await playing({ mode, videoGoesOn: true });
    player.becomes(PAUSED);
    await time.run(5_000);
    expect(media.isPaused()).toBe(false);
    expect(sync.store.getState().phase).toBe('device-out');
    media.seek(100_000);
    media.move();
    media.setRate(1.5);
    await time.run(20_000);
    expect(player.of('play')).toHaveLength(1);
    sync.join();
    await time.run(100);
    expect(player.of('play')).toHaveLength(2);
    expect(sync.store.getState().phase).toBe('following');
  });

  test('the option can be switched off during playback', async () => {
    const { media, player, sync } = await playing({ mode, videoGoesOn: true });
    sync.setVideoGoesOn(false);
    player.becomes(PAUSED);
    expect(media.isPaused()).toBe(true);
  });

  test('closing stops a device that follows the video, and leaves the video', async () => {
    const { time, media, player, sync } = await playing({ mode });
    sync.close();
    await time.run(20_000);
    expect(player.names().at(-1)).toBe('stop');
    expect(media.isPaused()).toBe(false);
    expect(player.of('stop')).toHaveLength(1);
  });
});

test.each([
  ['had come to its end', true, { phase: 'script-over', pausedBy: undefined }],
  ['was stopped', false, { phase: 'idle', pausedBy: 'device-stopped' }],
])('a device that a correction of its clock finds at rest %s', async (_, isOver, expected) => {
  let plays = true;
  const playback = {
    play: async () => true,
    stop: async () => false,
    syncTime: async () => plays,
    isOver: () => isOver,
  };
  const { time, media, sync } = setUp({ playback });
  media.playAndMove();
  await time.run(2_000);
  plays = false;
  media.jump(media.shownMs() + 100);
  await time.run(5_000);
  expect(sync.store.getState()).toMatchObject(expected);
  expect(media.isPaused()).toBe(!isOver);
});

describe('device buttons during video', () => {
  test('POWER resumes a paused video', async () => {
    const { time, media, player } = await playing();
    media.pause();
    await time.run(1_000);
    player.press(DeviceButton.POWER, SHORT_PRESS);
    expect(media.isPaused()).toBe(false);
    media.move();
    await time.run(100);
    expect(player.names()).toEqual(['play', 'stop', 'play']);
  });

  test('POWER does nothing to a video that plays', async () => {
    const { media, player } = await playing();
    player.press(DeviceButton.POWER, SHORT_PRESS);
    expect(media.isPaused()).toBe(false);
    expect(player.names()).toEqual(['play']);
  });

  test('POWER makes a stopped device follow the video again', async () => {
    const { time, player } = await playing({ videoGoesOn: true });
    player.becomes(PAUSED);
    player.press(DeviceButton.POWER, SHORT_PRESS);
    await time.run(100);
    expect(player.of('play')).toHaveLength(2);
  });

  test('a video that the browser does not allow to play has the reason', async () => {
    const { time, media, player, sync } = setUp();
    media.refusePlay(new Error('A person has to touch the page first'));
    player.press(DeviceButton.POWER, SHORT_PRESS);
    await time.run(10);
    expect(sync.store.getState().problem).toMatchObject({
      code: 'media',
      cause: { message: 'A person has to touch the page first' },
    });
  });

  const seeks = (button: DeviceButton, event: ButtonEvent, expectedMs: number) => () => {
    const { media, player } = setUp();
    media.setRate(1.5);
    media.jump(100_000);
    player.press(button, event);
    expect(media.shownMs()).toBe(expectedMs);
  };
  test('LEFT seeks back 15 s', seeks(DeviceButton.LEFT, SHORT_PRESS, 85_000));
  test('RIGHT seeks forward 15 s', seeks(DeviceButton.RIGHT, SHORT_PRESS, 115_000));
  test('LEFT seeks back 60 s on a long press', seeks(DeviceButton.LEFT, LONG_PRESS_START, 40_000));
  test('RIGHT seeks forward 60 s on a long press', seeks(DeviceButton.RIGHT, LONG_PRESS_START, 160_000));

  test('a seek stays within the video', () => {
    const { media, player } = setUp();
    player.press(DeviceButton.LEFT, SHORT_PRESS);
    expect(media.shownMs()).toBe(0);
    media.jump(590_000);
    player.press(DeviceButton.RIGHT, LONG_PRESS_START);
    expect(media.shownMs()).toBe(600_000);
  });

  const changesRate = (button: DeviceButton, event: ButtonEvent, expected: number) => () => {
    const { media, player } = setUp();
    media.setRate(2.2);
    player.press(button, event);
    expect(media.port.rate()).toBe(expected);
  };
  test('UP raises the rate by 0.1', changesRate(DeviceButton.UP, SHORT_PRESS, 2.3));
  test('DOWN lowers the rate by 0.1', changesRate(DeviceButton.DOWN, SHORT_PRESS, 2.1));
  test('UP resets the rate to 1 on a long press', changesRate(DeviceButton.UP, LONG_PRESS_START, 1));
  test('DOWN resets the rate to 1 on a long press', changesRate(DeviceButton.DOWN, LONG_PRESS_START, 1));

  test('the rate does not fall to nothing', () => {
    const { media, player } = setUp();
    for (let presses = 0; presses < 20; presses += 1) player.press(DeviceButton.DOWN, SHORT_PRESS);
    expect(media.port.rate()).toBe(0.1);
  });

  test('the steps and the end of a long press, and what firmware does not use, do nothing', () => {
    const { media, player } = setUp();
    media.jump(100_000);
    for (const event of [LONG_PRESS_STEP, LONG_PRESS_END, PRESSED]) player.press(DeviceButton.RIGHT, event);
    expect(media.shownMs()).toBe(100_000);
  });

  test('WIFI is only logged', () => {
    const { media, player, logged } = setUp();
    player.press(DeviceButton.WIFI, SHORT_PRESS);
    expect(logged).toEqual(['The Wi-Fi button: event 2']);
    expect([media.isPaused(), media.shownMs(), media.port.rate()]).toEqual([true, 0, 1]);
    expect(player.commands).toEqual([]);
  });
});
