import { ButtonEvent, DeviceButton, DeviceMode } from '@tactus/protocol';
import { HspPlayState, type HspState, initialState } from '@tactus/sdk';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SCRIPT_HOST, scriptedSession, scriptTo } from '../testing/scripted-session.ts';

const browserFetch = globalThis.fetch;
/** The texts that were sent to the script host, and its answer. */
let sent: string[] = [];
let answer: () => Promise<void> = async () => undefined;

beforeEach(() => {
  sent = [];
  answer = async () => undefined;
  vi.stubGlobal('fetch', async (_: string, { body }: { body: FormData }) => {
    const file = body.get('file');
    sent.push(file instanceof Blob ? await file.text() : '');
    await answer();
    return Response.json({ url: `${SCRIPT_HOST}/${sent.length}.csv` });
  });
});
afterEach(() => void vi.stubGlobal('fetch', browserFetch));

async function vibrating(videoGoesOn = false) {
  const world = await scriptedSession({ vibrates: true, videoGoesOn });
  void world.session.play();
  await world.time.run(10_000);
  expect(world.of('PUT /hvp/state')).toBeGreaterThan(3);
  return world;
}

describe('a device that vibrates with a video', () => {
  test.each([false, true])(
    'is not started again after a Stop, whether the video goes on or not (%s)',
    async (goesOn) => {
      const { time, pressStop, of } = await vibrating(goesOn);
      pressStop();
      const before = of('PUT /hvp/state');
      await time.run(20_000);
      expect(of('PUT /hvp/state')).toBe(before);
    },
  );

  test('is stopped when its session is closed, and not started again', async () => {
    const { time, session, cloud, of } = await vibrating();
    session.close();
    const before = of('PUT /hvp/state');
    await time.run(20_000);
    expect([of('PUT /hvp/state'), cloud.lines().findLast((line) => line.startsWith('PUT'))]).toEqual([
      before,
      'PUT /hvp/stop',
    ]);
  });

  const SIDS = { boot_session_id: 1, socket_session_id: 1, mode_session_id: 1 };

  /** The device loses its link during playback; `isBack` connects it again in another session, maybe of another boot. */
  async function lost() {
    const world = await vibrating();
    const { cloud, time } = world;
    cloud.on('GET /sids', () => ({ result: SIDS }));
    void world.device.info.sids();
    await time.run(100);
    cloud.stream.send('device_disconnected', { session_id: '01HZ0001', reason: 'power' });
    await time.run(1_000);
    const before = world.of('PUT /hvp/state');
    const isBack = async (boot_session_id: number) => {
      cloud.on('GET /sids', () => ({ result: { ...SIDS, boot_session_id } }));
      const info = { ...world.device.store.getState().info, session_id: '01HZ0002' };
      cloud.on('GET /info', () => ({ result: info }));
      // A new session opens another stream, which begins with the status.
      for (const name of ['device_connected', 'device_status']) {
        cloud.stream.send(name, { connected: true, info });
        await time.run(100);
      }
      await time.run(3_000);
      return world.of('PUT /hvp/state') - before;
    };
    return { ...world, isBack, before };
  }

  test('is sent nothing while it is away, and does not start when it is back and the film was paused', async () => {
    const { time, element, session, of, isBack, before } = await lost();
    await time.run(3_000);
    element.pause();
    await time.run(5_000);
    expect(of('PUT /hvp/state')).toBe(before);
    expect(await isBack(2)).toBe(0);
    expect(of('PUT /hvp/stop')).toBeGreaterThan(0);
    await time.run(10_000);
    expect(of('PUT /hvp/state')).toBe(before);
    void session.play();
    await time.run(5_000);
    expect(of('PUT /hvp/state')).toBeGreaterThan(before + 2);
  });

  test('does not start when it has restarted, and the film is paused', async () => {
    const { time, element, isBack } = await lost();
    await time.run(3_000);
    expect([await isBack(2), element.paused]).toEqual([0, true]);
  });

  test('goes on with the film when only its link was cut', async () => {
    const { element, isBack } = await lost();
    expect(await isBack(1)).toBeGreaterThan(2);
    expect(element.paused).toBe(false);
  });
});

test('a device that could not be stopped at the end of its session is stopped until it confirms it', async () => {
  const { time, session, cloud, device, of } = await scriptedSession();
  void session.play();
  await time.run(5_000);
  expect(of('PUT /hssp/play')).toBe(1);
  cloud.on('PUT /hssp/stop', () => Promise.reject(new Error('No network')));
  session.close();
  await time.run(3_000);
  expect([of('PUT /mode2'), device.store.getState().mode]).toEqual([1, DeviceMode.IDLE]);
});

test('a device that is paused and played again moves to the new place once its pause has arrived', async () => {
  const { time, element, session, cloud, of } = await scriptedSession();
  void session.play();
  await time.run(5_000);
  let playState: HspState['play_state'] = HspPlayState.PLAYING;
  cloud.on('GET /hssp/state', () => ({ result: { ...initialState.hsp, play_state: playState } }));
  element.pause();
  element.currentTime = 30;
  const before = of('PUT /hdsp/xpt');
  void session.play();
  await time.run(1_000);
  expect(of('PUT /hdsp/xpt')).toBe(before);
  playState = HspPlayState.PAUSED;
  await time.run(5_000);
  expect([of('PUT /hdsp/xpt'), element.paused]).toEqual([before + 1, false]);
});

test('a change of a script during its upload is uploaded before anything plays', async () => {
  const { time, session, element, cloud, of } = await scriptedSession();
  answer = () => time.sleep(1_000);
  void session.play();
  await time.run(500);
  session.setPoints(scriptTo(40));
  await time.run(3_000);
  expect([sent, of('PUT /hssp/setup'), element.paused]).toEqual([['0,90', '0,40'], 1, false]);
  const setup = cloud.requests.find(({ line }) => line === 'PUT /hssp/setup');
  expect(setup?.body).toEqual({ url: `${SCRIPT_HOST}/2.csv`, notify: true });
  expect(session.state.getState().isStale).toBe(false);
});

test('a script that was limited for one stroke is uploaded again for another', async () => {
  const { time, session, device, element, cloud } = await scriptedSession();
  device.limits.set({ maxSpeedMmS: 100 });
  const playAndPause = async () => {
    void session.play();
    await time.run(5_000);
    element.pause();
    await time.run(1_000);
    return sent.length;
  };
  expect([await playAndPause(), await playAndPause()]).toEqual([1, 1]);
  cloud.stream.send('stroke_changed', { min: 0.2, max: 0.5, min_absolute: 24, max_absolute: 54 });
  await time.run(10);
  expect(await playAndPause()).toBe(2);
});

test('a Stop while the script is being sent lets nothing begin', async () => {
  const { time, session, element, pressStop, of } = await scriptedSession();
  answer = () => time.sleep(1_000);
  void session.play();
  await time.run(500);
  pressStop();
  await time.run(3_000);
  expect([element.paused, of('PUT /hssp/play')]).toEqual([true, 0]);
});

describe('the medium in the page', () => {
  const { SHORT_PRESS, LONG_PRESS_START } = ButtonEvent;

  /** A session that plays; the device sends an event. */
  async function playing() {
    const logged: string[] = [];
    const world = await scriptedSession({ onLog: (text) => logged.push(text) });
    void world.session.play();
    await world.time.run(5_000);
    expect(world.element.paused).toBe(false);
    const send = async (name: string, data: object) => {
      world.cloud.stream.send(name, data);
      await world.time.run(10);
    };
    return { ...world, logged, send };
  }

  test.each([
    ['stops', HspPlayState.STOPPED],
    ['pauses', HspPlayState.PAUSED],
  ])('is paused by a device that %s', async (_, play_state) => {
    const { element, send } = await playing();
    await send('hsp_state_changed', { ...initialState.hsp, play_state, last_point_time: 60_000 });
    expect(element.paused).toBe(true);
  });

  test.each([
    ['LEFT', DeviceButton.LEFT, SHORT_PRESS, { currentTime: 55 }],
    ['RIGHT', DeviceButton.RIGHT, SHORT_PRESS, { currentTime: 85 }],
    ['a long LEFT', DeviceButton.LEFT, LONG_PRESS_START, { currentTime: 10 }],
    ['a long RIGHT', DeviceButton.RIGHT, LONG_PRESS_START, { currentTime: 120 }],
    ['UP', DeviceButton.UP, SHORT_PRESS, { playbackRate: 1.6 }],
    ['DOWN', DeviceButton.DOWN, SHORT_PRESS, { playbackRate: 1.4 }],
    ['a long UP', DeviceButton.UP, LONG_PRESS_START, { playbackRate: 1 }],
    ['a long DOWN', DeviceButton.DOWN, LONG_PRESS_START, { playbackRate: 1 }],
    ['POWER', DeviceButton.POWER, SHORT_PRESS, { paused: false }],
    ['WIFI', DeviceButton.WIFI, SHORT_PRESS, {}],
  ])('follows the button of the device: %s', async (name, button, event, change) => {
    const { element, time, logged, send } = await playing();
    element.pause();
    await time.run(1_000);
    element.currentTime = 70;
    element.playbackRate = 1.5;
    await send('button_event', { button, event });
    const { currentTime, playbackRate, paused } = element;
    const before = { currentTime: 70, playbackRate: 1.5, paused: true };
    expect({ currentTime: Math.round(currentTime), playbackRate, paused }).toEqual({ ...before, ...change });
    expect(logged).toHaveLength(name === 'WIFI' ? 1 : 0);
  });
});

describe('a film that the browser does not start', () => {
  test.each([
    ['has its own code, which does not blame the cloud', new DOMException('No format', 'NotSupportedError'), 'media'],
    ['says nothing when it was paused meanwhile', new DOMException('Paused', 'AbortError'), undefined],
  ])('%s', async (_, rejection, code) => {
    const { element, session, time } = await scriptedSession();
    vi.spyOn(element, 'play').mockRejectedValue(rejection);
    void session.play();
    await time.run(5_000);
    expect(session.state.getState().problem?.code).toBe(code);
  });
});
