import {
  type DeviceCallName,
  DeviceRefusal,
  errorKinds,
  type LinkedDevice,
  type ParsedInputOf,
  type ResultOf,
} from '@tactus/protocol';
import type { Random, Time } from '@tactus/time';
import type { LinkFaults } from './link-faults.ts';

/** A device behind a link whose faults can be changed while it runs. */
export interface FaultyLink extends LinkedDevice {
  faults(): LinkFaults;
  setFaults(faults: LinkFaults): void;
}

interface Options {
  readonly time: Time;
  readonly random: Random;
  readonly faults: LinkFaults;
}

const MODE_CHANGES: ReadonlySet<DeviceCallName> = new Set(['info.setMode', 'info.setMode2']);

/**
 * Puts a device behind a link with faults. Commands reach it half a round trip later, its answers and events arrive half
 * a round trip after they were given; either way keeps its order, as one connection does. What is lost never arrives, so
 * that the caller's own limit ends the wait.
 */
export function faultyLink(device: LinkedDevice, { time, random, faults: first }: Options): FaultyLink {
  let faults = first;
  const halfTripMs = () => (faults.roundTripMs + random.next() * faults.jitterMs) / 2;
  const down = createLane(time, halfTripMs);
  const up = createLane(time, halfTripMs);
  const happens = (share: number) => share > 0 && random.next() < share;

  async function carryOut<N extends DeviceCallName>(name: N, input: ParsedInputOf<N>): Promise<ResultOf<N>> {
    if (MODE_CHANGES.has(name) && happens(faults.refusedModeChanges))
      throw new DeviceRefusal(errorKinds.deviceDisabled);
    return device.call(name, input);
  }

  return {
    connectionKey: device.connectionKey,
    info: () => device.info(),
    faults: () => faults,
    setFaults(wanted) {
      faults = wanted;
    },
    async call<N extends DeviceCallName>(name: N, input: ParsedInputOf<N>): Promise<ResultOf<N>> {
      await new Promise<void>((resolve) => down(resolve));
      if (happens(faults.lostCommands)) return neverArrives();
      const answer = await carryOut(name, input).then(
        (result) => () => result,
        (refusal: unknown) => () => {
          throw refusal;
        },
      );
      if (happens(faults.lostAnswers)) return neverArrives();
      await new Promise<void>((resolve) => up(resolve));
      return answer();
    },
    onEvent(listener) {
      let heard = true;
      const stop = device.onEvent((event) => up(() => heard && listener(event)));
      return () => {
        heard = false;
        stop();
      };
    },
  };
}

function neverArrives(): Promise<never> {
  return new Promise(() => undefined);
}

/** Runs what it is given after a delay, never earlier than what it was given before; at once where nothing delays it. */
function createLane(time: Time, delayMs: () => number): (run: () => unknown) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (run) => {
    const now = time.monotonic();
    lastAt = Math.max(lastAt, now + delayMs());
    if (lastAt <= now) run();
    else time.after(lastAt - now, run);
  };
}
