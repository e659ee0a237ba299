import type { Undo } from '@tactus/time';
import type { HardwareInputs } from '@tactus/virtual-device';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStorage } from '../settings/key-value-storage.ts';
import { readEmulatorIdentity, saveEmulatorIdentity } from './emulator-identity.ts';
import { type EmulatorStartFailure, enrolEmulator } from './enrol-emulator.ts';
import type {
  EmulatedDeviceReport,
  EmulatedPositionSample,
  EmulatorCommand,
  EmulatorIdentity,
  EmulatorMessage,
  PhysicalAction,
} from './worker-messages.ts';

/** The state of the virtual device of this tab. */
export interface EmulatorState {
  /** `linked`: clients can reach it. `waiting`: it is looking for its cloud again. */
  readonly phase: 'off' | 'starting' | 'connecting' | 'linked' | 'waiting' | 'failed';
  /** Why it failed. */
  readonly fault: EmulatorStartFailure | undefined;
  /** Its key; known after its first enrolment, and replaced once the cloud no longer knows it. */
  readonly connectionKey: string | undefined;
  readonly model: EmulatorIdentity['model'];
  readonly networkUp: boolean;
  readonly sliderBlocked: boolean;
  readonly report: EmulatedDeviceReport | undefined;
}

/** The worker in which it runs; it ends after an order to close. */
export interface EmulatorWorker {
  post(order: EmulatorCommand): void;
  onNews(listener: (news: EmulatorMessage) => void): void;
  /** Adds a listener for errors that nothing in the worker has caught: it did not load, or part of it failed. */
  onFailure(listener: () => void): void;
}

/** A virtual device in a worker of this tab, linked to the cloud under a key of its own. It ends with the tab. */
export interface Emulator {
  readonly state: StoreApi<EmulatorState>;
  /**
   * Starts it, under its previous key if the cloud still knows that. Resolves with the key once the cloud has accepted the
   * link; undefined where it failed, or was ended before.
   */
  start(): Promise<string | undefined>;
  /** Ends it; its clients are notified at once. */
  stop(): void;
  /** Changes its model, under the same key. A running one is restarted. */
  chooseModel(model: EmulatorIdentity['model']): void;
  /** Changes its firmware (major.minor.patch), the newest where undefined. A running one is restarted. */
  chooseFirmware(firmware: string | undefined): void;
  /** Cuts its network, or restores it. The device goes on moving meanwhile. */
  setNetwork(up: boolean): void;
  setSliderBlocked(blocked: boolean): void;
  /** Acts on it as a hand, a cable or the environment would (see `Hardware`); nothing while it is off. */
  act<What extends keyof HardwareInputs>(what: What, ...args: Parameters<HardwareInputs[What]>): void;
  /** Samples of its slider's position, for drawings. */
  readonly position: {
    /** The newest sample; undefined while no component watches, or without a slider. */
    now(): EmulatedPositionSample | undefined;
    watch(): Undo;
  };
}

/** Creates the emulator of this tab, switched off. */
export function createEmulator(parts: {
  storage: KeyValueStorage;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Address of this page, and the device API that the app uses: another origin's devices cannot be linked here. */
  origin: string;
  apiBase: string;
  openWorker: () => EmulatorWorker;
}): Emulator {
  const { storage, fetch, origin, openWorker } = parts;
  const known = readEmulatorIdentity(storage);
  const off = {
    phase: 'off',
    fault: undefined,
    networkUp: true,
    sliderBlocked: false,
    report: undefined,
  } as const;
  const state = createStore<EmulatorState>()(() => ({
    ...off,
    connectionKey: known?.connectionKey,
    model: known?.model ?? 'handy',
  }));
  const isHome = new URL(parts.apiBase, origin).origin === new URL(origin).origin;
  let worker: EmulatorWorker | undefined;
  let sample: EmulatedPositionSample | undefined;
  let watchers = 0;
  let firmware: string | undefined;
  /** Identifies a start: results of an abandoned one are ignored. */
  let run = 0;
  /** The key that the cloud did not know since the start or since it last accepted one: it is replaced, but no second one is. */
  let refusedKey: string | undefined;

  function fail(fault: EmulatorStartFailure): void {
    end();
    state.setState({ ...off, phase: 'failed', fault });
  }

  function end(): void {
    run += 1;
    sample = undefined;
    worker?.post({ type: 'close' });
    worker = undefined;
  }

  async function begin(): Promise<void> {
    end();
    const mine = run;
    if (!isHome) {
      fail('no-link');
      return;
    }
    state.setState({ ...off, phase: 'starting' });
    const identity = await identify();
    if (mine !== run) return;
    if ('fault' in identity) {
      fail(identity.fault);
      return;
    }
    const { connectionKey } = identity;
    state.setState({ phase: 'connecting', connectionKey });
    worker = openWorker();
    worker.onNews((news) => mine === run && receive(news));
    worker.onFailure(() => mine === run && state.getState().phase === 'connecting' && fail('network'));
    const linkUrl = `${origin.replace(/^http/, 'ws')}/api/tactus/device-link`;
    worker.post({ type: 'start', identity: { ...identity, model: state.getState().model, firmware }, linkUrl });
    if (watchers > 0) worker.post({ type: 'watch', on: true });
  }

  /** Resolves with the key of a start, or undefined. */
  function admitted(): Promise<string | undefined> {
    return new Promise((resolve) => {
      const check = ({ phase, connectionKey }: EmulatorState) => {
        if (phase !== 'linked' && phase !== 'off' && phase !== 'failed') return;
        undo();
        resolve(phase === 'linked' ? connectionKey : undefined);
      };
      const undo = state.subscribe(check);
      check(state.getState());
    });
  }

  /** The stored identity if the cloud may know it, else a new one. */
  async function identify(): Promise<EmulatorIdentity | { fault: EmulatorStartFailure }> {
    const stored = readEmulatorIdentity(storage);
    if (stored && stored.connectionKey !== refusedKey) return stored;
    const key = await enrolEmulator(fetch);
    if ('fault' in key) return key;
    const identity = { ...key, model: state.getState().model };
    saveEmulatorIdentity(storage, identity);
    return identity;
  }

  function receive(news: EmulatorMessage): void {
    if (news.type === 'sample') {
      sample = news.sample;
      return;
    }
    const { report } = news;
    if (report.link !== 'ended') {
      if (report.link === 'linked') refusedKey = undefined;
      state.setState({ phase: report.link, report });
    } else if (report.refusal === 'not-enrolled' || report.refusal === 'ended') {
      // The cloud does not know the key, as one without a disk after a restart.
      if (refusedKey !== undefined) {
        fail('refused');
        return;
      }
      refusedKey = state.getState().connectionKey;
      void begin();
    } else {
      fail(report.refusal === 'taken-over' ? 'elsewhere' : 'refused');
    }
  }

  const order = (one: EmulatorCommand) => worker?.post(one);

  return {
    state,
    start() {
      refusedKey = undefined;
      return begin().then(admitted);
    },
    stop() {
      end();
      state.setState(off);
    },
    chooseModel(model) {
      const identity = readEmulatorIdentity(storage);
      if (identity) saveEmulatorIdentity(storage, { ...identity, model });
      state.setState({ model });
      if (worker) void begin();
    },
    chooseFirmware(next) {
      if (next === firmware) return;
      firmware = next;
      if (worker) void begin();
    },
    setNetwork(up) {
      state.setState({ networkUp: up });
      order({ type: 'network', up });
    },
    setSliderBlocked(blocked) {
      state.setState({ sliderBlocked: blocked });
      order({ type: 'do', what: 'setSliderBlocked', args: [blocked] });
    },
    // The action's name and argument match by the caller's type; the union loses that.
    act: (what, ...args) => order({ type: 'do', what, args } as PhysicalAction),
    position: {
      now: () => sample,
      watch() {
        watchers += 1;
        if (watchers === 1) order({ type: 'watch', on: true });
        return () => {
          watchers -= 1;
          if (watchers > 0) return;
          sample = undefined;
          order({ type: 'watch', on: false });
        };
      },
    },
  };
}
