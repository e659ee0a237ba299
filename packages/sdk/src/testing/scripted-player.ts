import { HspPlayState, type HspState } from '@tactus/protocol';
import type { FakeTime } from '@tactus/time/testing';
import { createNanoEvents } from 'nanoevents';
import { DeviceError } from '../errors.ts';
import { type DeviceState, initialState } from '../state/device-state.ts';
import { createDeviceStore } from '../state/device-store.ts';
import type { SyncDevice } from '../sync/start-video-sync.ts';

/** A command as the scripted player received it; `atMs` is when it was sent. */
export interface PlayerCommand {
  readonly name: 'play' | 'stop' | 'synctime';
  readonly input: object;
  readonly atMs: number;
}

const SERVER_AHEAD_MS = 5_000;

/**
 * The part of a device that video sync uses, controlled by a test: answers after `tripMs`, and sends only the reports
 * that the test requests. Commands are executed in the order of `waysMs`, if a test sets them.
 */
export function createScriptedPlayer(time: FakeTime, { tripMs = 20 } = {}) {
  const commands: PlayerCommand[] = [];
  const emitter = createNanoEvents();
  const store = createDeviceStore({ now: () => time.monotonic(), onChange: () => undefined });
  let playState: HspState['play_state'] = HspPlayState.STOPPED;
  let failure: { readonly error: DeviceError; readonly only: PlayerCommand['name'] | undefined } | undefined;
  const waysMs: number[] = [];
  let clock = { errorMs: 0, jitterMs: 0 };
  const serverNow = () => time.now() + SERVER_AHEAD_MS + clock.errorMs;
  store.patch({ connected: true, session_id: '01HZ0001' });

  const hsp = (changes: Partial<HspState> = {}): HspState => ({
    ...initialState.hsp,
    ...{ play_state: playState, points: 100, max_points: 4_000, last_point_time: 600_000 },
    ...changes,
  });

  async function send(name: PlayerCommand['name'], input: object, next?: HspState['play_state']): Promise<HspState> {
    commands.push({ name, input, atMs: time.monotonic() });
    const wayMs = waysMs.shift() ?? tripMs / 2;
    await time.sleep(wayMs);
    if (failure && (failure.only ?? name) === name) throw failure.error;
    playState = next ?? playState;
    const answer = hsp();
    await time.sleep(tripMs / 2);
    // Only an answer to the newest command changes the state.
    if (commands.at(-1)?.name === name) store.patch({ hsp: answer });
    return answer;
  }

  const nothing = () => Promise.reject(new DeviceError('bad-input', 'Video sync does not ask for that'));
  const device: SyncDevice = {
    store: store.view,
    on: (name, listener) => emitter.on(name, listener),
    clock: { serverNow, error: () => ({ jitterMs: clock.jitterMs, asymmetryMs: 0, deviceMs: 0 }) },
    hssp: {
      play: (input = {}) => send('play', input, HspPlayState.PLAYING),
      stop: () => send('stop', {}, HspPlayState.STOPPED),
      synctime: (input) => send('synctime', input),
      setup: nothing,
      pause: nothing,
      resume: nothing,
      readState: nothing,
    },
  };

  /** Sends a report of the device's state, which may have changed by now. */
  function report(name: 'hsp_state_changed' | 'stream_end_reached', changes: Partial<HspState> = {}): void {
    const state = hsp(changes);
    store.patch({ hsp: state });
    emitter.emit(name, state);
  }

  return {
    device,
    commands,
    names: () => commands.map(({ name }) => name),
    of: (name: PlayerCommand['name']) => commands.filter((command) => command.name === name),
    patch: (patch: Partial<DeviceState>) => store.patch(patch),
    /** The device changes its play state by itself, and the cloud reports it. */
    becomes(next: HspState['play_state'], changes: Partial<HspState> = {}) {
      playState = next;
      report('hsp_state_changed', changes);
    },
    report,
    /** The device has changed its play state without a report. */
    becomesSilently(next: HspState['play_state']) {
      playState = next;
    },
    press: (button: number, event: number) => emitter.emit('button_event', { button, event }),
    /** Makes commands fail, or only those of one name. */
    fail(error: DeviceError | undefined, only?: PlayerCommand['name']) {
      failure = error && { error, only };
    },
    /** How long the next commands take to arrive. */
    waysMs,
    plays: () => playState === HspPlayState.PLAYING,
    serverNow,
    /** The client's estimate of the cloud's clock is wrong by this, and may be by this, ms. */
    estimateClock(errorMs: number, jitterMs: number) {
      clock = { errorMs, jitterMs };
    },
  };
}
