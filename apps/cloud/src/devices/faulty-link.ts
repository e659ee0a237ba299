import {
  type DeviceBackend,
  type DeviceCallName,
  DeviceRefusal,
  errorKinds,
  type ParsedInputOf,
  type ResultOf,
} from '@tactus/protocol';
import { createRandom, type Random, type Time } from '@tactus/time';
import { type LinkFaults, SEED_MAX } from './link-faults.ts';
import { createOneWayLink, type MessageTiming, type OneWayLink } from './one-way-link.ts';
import { isOwnerTakingControl } from './owner-calls.ts';

/** A device behind a link whose faults can be changed while it runs. */
export interface FaultyLink extends DeviceBackend {
  setFaults(faults: LinkFaults): void;
  /** Restarts the random sequence: the same seed and the same calls lose the same calls. */
  reseed(seed: number): void;
  /** Number of calls by clients; the cloud's own readings of the device's clock do not count. */
  uses(): number;
  /** Whether a client ever sent a call of motion. */
  wasMoved(): boolean;
  /** Drops everything in transit. */
  close(): void;
}

/** Options of a link with faults; `faults` are the first ones. */
export interface FaultyLinkOptions {
  readonly time: Time;
  readonly seed: number;
  readonly faults: LinkFaults;
}

/** The fate of one command. */
interface Fate {
  readonly isOrdered: boolean;
  readonly downMs: number;
  readonly commandLost: boolean;
  readonly refused: boolean;
  readonly answerLost: boolean;
  readonly upMs: number;
}

/** The call by which the cloud measures a device's clock whenever it connects. */
const CLOCK_READING: DeviceCallName = 'hstp.info';
const MODE_CHANGES: ReadonlySet<DeviceCallName> = new Set(['info.setMode', 'info.setMode2']);

/**
 * Puts a device behind a link with faults. Commands reach the device half a round trip later, and its answers and events
 * arrive half a round trip after they were sent; each direction preserves its order, as one connection does, except for
 * reordered commands. Lost messages never arrive, so that the caller's own limit ends the wait.
 */
export function createFaultyLink(device: DeviceBackend, { time, seed, faults: first }: FaultyLinkOptions): FaultyLink {
  let faults = first;
  let chances = createChances(seed);
  let uses = 0;
  let wasMoved = false;
  const down = createOneWayLink(time);
  const up = createOneWayLink(time);

  /** Sends a message and its answer. `message` is the command, for its size; undefined where size does not matter. */
  async function travel<R>(random: Random, message: unknown, deliver: (fate: Fate) => Promise<R>): Promise<R> {
    const fate = drawFate(random, faults);
    // Awaited even where the message crosses at once: messages released a moment ago run first.
    await crossing(down, { lineMs: lineMs(message), tripMs: fate.downMs, isOrdered: fate.isOrdered });
    if (fate.commandLost) return neverArrives();
    let result: R | undefined;
    let refusal: { readonly reason: unknown } | undefined;
    try {
      result = await deliver(fate);
    } catch (reason) {
      refusal = { reason };
    }
    if (fate.answerLost) return neverArrives();
    await crossing(up, { tripMs: fate.upMs });
    if (refusal) throw refusal.reason;
    return result as R; // the result is present where there is no refusal
  }

  function lineMs(message: unknown): number {
    if (faults.bytesPerSecond === 0) return 0;
    return (Buffer.byteLength(JSON.stringify(message)) / faults.bytesPerSecond) * 1_000;
  }

  function execute<N extends DeviceCallName>(name: N, input: ParsedInputOf<N>, fate: Fate): Promise<ResultOf<N>> {
    if (fate.refused && MODE_CHANGES.has(name)) throw new DeviceRefusal(errorKinds.deviceDisabled);
    return device.call(name, input);
  }

  return {
    connectionKey: device.connectionKey,
    info: () => device.info(),
    uses: () => uses,
    wasMoved: () => wasMoved,
    setFaults(wanted) {
      const hasRecovered = faults.bytesPerSecond > 0 && wanted.bytesPerSecond === 0;
      faults = wanted;
      // A connection that recovers delivers its backlog at once instead of at the earlier pace.
      if (hasRecovered) down.flush();
    },
    reseed(wanted) {
      chances = createChances(wanted);
    },
    close() {
      down.close();
      up.close();
    },
    call(name, input) {
      const isClockReading = name === CLOCK_READING;
      if (!isClockReading) uses += 1;
      if (isOwnerTakingControl(name)) wasMoved = true;
      const random = isClockReading ? chances.ownMessages : chances.calls;
      const message = faults.bytesPerSecond === 0 ? undefined : { name, input };
      return travel(random, message, (fate) => execute(name, input, fate));
    },
    setClock: (measured) => travel(chances.ownMessages, measured, () => device.setClock(measured)),
    install: (firmware) => travel(chances.ownMessages, firmware, () => device.install(firmware)),
    onEvent(listener) {
      let isSubscribed = true;
      const stop = device.onEvent((event) =>
        up.send(() => isSubscribed && listener(event), { tripMs: halfTripMs(chances.events, faults) }),
      );
      return () => {
        isSubscribed = false;
        stop();
      };
    },
  };
}

/** Clients' calls, the cloud's own messages and events have separate random sequences, so that none affects another. */
function createChances(seed: number) {
  const root = createRandom(seed);
  const next = () => createRandom(root.integer(0, SEED_MAX));
  return { calls: next(), ownMessages: next(), events: next() };
}

/** Draws the same number of values whatever the faults are, so that changing one fault does not change which calls another hits. */
function drawFate(random: Random, faults: LinkFaults): Fate {
  const happens = (share: number) => random.next() < share;
  return {
    isOrdered: !happens(faults.reordered),
    downMs: halfTripMs(random, faults),
    commandLost: happens(faults.lostCommands),
    refused: happens(faults.refusedModeChanges),
    answerLost: happens(faults.lostAnswers),
    upMs: halfTripMs(random, faults),
  };
}

const halfTripMs = (random: Random, { roundTripMs, jitterMs }: LinkFaults): number =>
  (roundTripMs + random.next() * jitterMs) / 2;

/** Resolves when a message has crossed; undefined where nothing delays it. */
function crossing(lane: OneWayLink, how: MessageTiming): Promise<void> | undefined {
  return lane.crossesNow(how) ? undefined : new Promise((resolve) => lane.send(resolve, how));
}

function neverArrives(): Promise<never> {
  return new Promise(() => undefined);
}
