import { DeviceMode, HampPlayState, HdspState, HspPlayState } from '@tactus/protocol';
import { type Device, type DeviceState, isStopBegun } from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isInMotion } from './motion.ts';

/**
 * The modes into which the commands of a group may switch the device; in the other modes no program moves it. A device may
 * play the script of an address with its point player, and report that mode.
 */
const MODES_OF_GROUP: Readonly<Record<string, readonly DeviceMode[]>> = {
  hamp: [DeviceMode.HAMP],
  hssp: [DeviceMode.HSSP, DeviceMode.HSP],
  hdsp: [DeviceMode.HDSP],
  hsp: [DeviceMode.HSP],
  stream: [DeviceMode.HSP],
  hvp: [DeviceMode.VIBRATE],
};
const MODES_OF_PROGRAMS: readonly (DeviceMode | undefined)[] = [
  ...Object.values(MODES_OF_GROUP).flat(),
  DeviceMode.HRPP,
];

/** The events that show that another app has changed the mode, or the stream. */
const CHANGE_EVENTS = ['mode_changed', 'hsp_state_changed'];
/** The events that show that another app moves the device in its present mode; the device's own buttons raise them too. */
const MOVEMENT_EVENTS = ['hamp_state_changed', 'hvp_state_changed', 'hdsp_state_changed', 'hsp_state_changed'];

/** A smaller change is rounding, a share of the top speed or strength. */
const FASTER_LEAST = 0.01;

/** The calls after which a device may play another stream. */
const BEGINS_STREAM = /^(hsp\.setup|hssp\.|stream\.)/;

/** How long after the end of our own command a change is attributed to that command. */
const OURS_MS = 2000;

/**
 * The same for a movement in the mode that the device was in: an event may be late, and a false report of another client
 * is worse than a report that comes with the next event.
 */
const OURS_IN_MODE_MS = 6000;
/** A script of an address begins once the device has fetched it. */
const OURS_IN_SCRIPT_MS = 30_000;

/** So long after a press, a change of the mode is attributed to the device's own buttons. */
const BUTTON_MS = 2000;

/** After so long without movement the other client counts as gone. A device at rest is read every 10 s. */
const AT_REST_MS = 30_000;

/** Two readings that differ by more than this share of the travel show that a device reported at rest moves. */
const SHIFT_LEAST = 0.01;

/** The controller that moves the device instead of this app; `unclear` is another app or the device's own buttons. */
export type ForeignController = 'app' | 'guest' | 'unclear';

/** Whether another app, or a guest of its owner, has taken the device over. */
export interface ForeignControllerWatch {
  readonly controller: StoreApi<ForeignController | undefined>;
  /** Dismisses the notice. */
  dismiss(): void;
  /** Starts the watch; returns its undo. */
  open(): Undo;
}

/** Another controller, or one about to be named. */
interface Takeover {
  /** The entry of the trace up to which our own commands do not count. */
  readonly seq: number;
  /** The observed change cannot come from a button of the device. */
  readonly isApp: boolean;
  /** Set once for all changes of this controller. */
  readonly guest: Promise<boolean>;
}

/** Whether a movement has begun, or has become faster: an end may come from the device itself. */
function isMovedAnew({ hamp, hvp, hdsp, hsp }: DeviceState, before: DeviceState): boolean {
  const begins = (now: number, was: number, moving: number) => now === moving && was !== moving;
  return (
    begins(hamp.play_state, before.hamp.play_state, HampPlayState.PLAYING) ||
    (hamp.play_state === HampPlayState.PLAYING && hamp.velocity > before.hamp.velocity + FASTER_LEAST) ||
    (hvp.enabled && (!before.hvp.enabled || hvp.amplitude > before.hvp.amplitude + FASTER_LEAST)) ||
    begins(hdsp.state, before.hdsp.state, HdspState.MOVING) ||
    // A player that starved goes on by itself once it has points again.
    (begins(hsp.play_state, before.hsp.play_state, HspPlayState.PLAYING) &&
      before.hsp.play_state !== HspPlayState.STARVING)
  );
}

/** Whether another tab, or the device itself after a fault, may cause the motion. */
function isExplained({ control, trouble }: DeviceState): boolean {
  return control === 'elsewhere' || trouble.motorHot || trouble.sliderBlocked;
}

/**
 * Watches for changes of the mode, or of the stream that is played, and for movements that begin or grow faster, that no
 * recent command of this app explains. The lock between tabs reports the actions of other tabs of this browser instead. The
 * notice ends as soon as this app sends a command, and when the device has been at rest for a while.
 */
export function watchForeignController(parts: {
  readonly device: Device;
  readonly time: Time;
  /** Whether a guest whom the owner has let in drives the device. Never rejects. */
  readonly isGuest: () => Promise<boolean>;
}): ForeignControllerWatch {
  const { device, time } = parts;
  const controller = createStore<ForeignController | undefined>()(() => undefined);
  let taking: Takeover | undefined;
  let cancelWait: Undo = () => undefined;
  /** The person has closed the notice of a movement that the buttons may have caused: the next one is not shown. */
  let isKnown = false;
  /** Until then a movement has another cause: another tab of this browser, or a device that goes on after a fault. */
  let explainedUntilMs = 0;

  function over(): void {
    taking = undefined;
    isKnown = false;
    cancelWait();
    controller.setState(undefined, true);
  }

  async function take(seq: number, isApp: boolean): Promise<void> {
    const mine = { seq, isApp: isApp || taking?.isApp === true, guest: taking?.guest ?? parts.isGuest() };
    taking = mine;
    const isGuest = await mine.guest;
    if (taking === mine) controller.setState((isGuest && 'guest') || (mine.isApp ? 'app' : 'unclear'), true);
  }

  function onChange(now: DeviceState, before: DeviceState): void {
    if ([now, before].some(isExplained)) explainedUntilMs = time.now() + OURS_IN_MODE_MS;
    // An event may be here before this tab knows that another tab of this browser controls the device, and has caused it.
    const isOfTab = now.control === 'elsewhere';
    if (!now.connected || isStopBegun(now, before) || isOfTab) {
      over();
      return;
    }
    const isOtherStream = now.hsp.stream_id !== before.hsp.stream_id;
    const changed = isOtherStream || now.mode !== before.mode;
    const isMoved = !changed && isMovedAnew(now, before);
    if (!changed && !isMoved && taking === undefined) return;
    const isMet = isOtherStream && isOfPoints();
    if (!isMet && recentlySent(now.mode, OURS_MS)) {
      over();
      return;
    }
    // Our points sent to another client's stream, and commands before them, do not explain it. An event may have overtaken
    // our own commands that end at that moment.
    if (isMet) void take(device.trace.entries().at(-1)?.seq ?? 0, true);
    else if (changed && isOthers(now)) void take(0, true);
    else if (isMoved && !isKnown && mayBeOthers(now)) void take(taking?.seq ?? 0, false);
    const shift = Math.abs(now.slider.position - before.slider.position);
    const isSignOfLife = changed || isInMotion(now) || isInMotion(before) || shift > SHIFT_LEAST;
    if (taking === undefined || !isSignOfLife) return;
    cancelWait();
    if (!isInMotion(now)) cancelWait = time.after(AT_REST_MS, over);
  }

  function isOthers(now: DeviceState, events: readonly string[] = CHANGE_EVENTS): boolean {
    const last = device.trace.entries().at(-1);
    return (
      last?.kind === 'event' &&
      events.includes(last.name) &&
      MODES_OF_PROGRAMS.includes(now.mode) &&
      now.control !== 'elsewhere' &&
      time.now() - (now.lastButtonEvent?.timestamp ?? Number.NEGATIVE_INFINITY) > BUTTON_MS
    );
  }

  /** Whether another client may have caused a movement in the present mode: no command of ours is recent. */
  function mayBeOthers(now: DeviceState): boolean {
    const forMs = now.mode === DeviceMode.HSSP ? OURS_IN_SCRIPT_MS : OURS_IN_MODE_MS;
    return isOthers(now, MOVEMENT_EVENTS) && time.now() >= explainedUntilMs && !recentlySent(now.mode, forMs);
  }

  /** Whether the last event is the effect of our points, sent when no command of ours began another stream. */
  function isOfPoints(): boolean {
    const entries = device.trace.entries();
    const last = entries.at(-1);
    if (last?.kind !== 'answer') return false;
    const since = entries.flatMap((entry) => (entry.kind === 'command' && entry.seq >= last.of ? entry : []));
    const [sent] = since;
    const beginsNone = since.every(({ call }) => !BEGINS_STREAM.test(call));
    return sent?.seq === last.of && sent.call === 'hsp.add' && beginsNone;
  }

  /** Whether our own command, recent or not answered yet, switches to a mode or drives the device in it. */
  function recentlySent(mode: DeviceMode | undefined, forMs: number): boolean {
    const since = time.now() - forMs;
    const entries = device.trace.entries().filter(({ seq }) => seq > (taking?.seq ?? 0));
    const longOver = new Set(
      entries.flatMap((entry) =>
        (entry.kind === 'answer' || entry.kind === 'failure') && entry.atMs < since ? entry.of : [],
      ),
    );
    return entries.some((entry) => {
      if (entry.kind !== 'command' || longOver.has(entry.seq)) return false;
      const [group = '', name = ''] = entry.call.split('.');
      return (
        name.startsWith('setMode') || (name !== 'state' && mode !== undefined && MODES_OF_GROUP[group]?.includes(mode))
      );
    });
  }

  return {
    controller,
    dismiss() {
      const wasUnclear = taking?.isApp === false;
      over();
      isKnown = wasUnclear;
    },
    open() {
      // Commands of the tab that had control before may still be in flight.
      explainedUntilMs = time.now() + OURS_IN_MODE_MS;
      const undo = device.store.subscribe(onChange);
      return () => {
        undo();
        over();
      };
    },
  };
}
