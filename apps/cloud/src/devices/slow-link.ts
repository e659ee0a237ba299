import type { DeviceCallName, DeviceEvent, LinkedDevice, ParsedInputOf, ResultOf } from '@tactus/protocol';
import type { Random, Time } from '@tactus/time';

/** Round trip that the vendor's cloud adds to a device call, in ms (api-v3.md 5.6). @internal */
export const VENDOR_ROUND_TRIP_MS = { min: 300, max: 380 } as const;

/**
 * Puts a device behind the vendor's round trip: commands reach it half a round trip later, its answers and events
 * arrive half a round trip after they were given. Either way keeps its order, as one connection does.
 */
export function slowLink(device: LinkedDevice, { time, random }: { time: Time; random: Random }): LinkedDevice {
  const down = createLane(time, random);
  const up = createLane(time, random);
  return {
    connectionKey: device.connectionKey,
    info: () => device.info(),
    async call<N extends DeviceCallName>(name: N, input: ParsedInputOf<N>): Promise<ResultOf<N>> {
      await new Promise<void>((resolve) => down(resolve));
      const answer = await device.call(name, input).then(
        (result) => () => result,
        (refusal: unknown) => () => {
          throw refusal;
        },
      );
      await new Promise<void>((resolve) => up(resolve));
      return answer();
    },
    onEvent(listener) {
      let heard = true;
      const stop = device.onEvent((event: DeviceEvent) => up(() => heard && listener(event)));
      return () => {
        heard = false;
        stop();
      };
    },
  };
}

/** Runs what it is given half a round trip later, never earlier than what it was given before. */
function createLane(time: Time, random: Random): (run: () => unknown) => void {
  const halfMs = () =>
    (VENDOR_ROUND_TRIP_MS.min + random.next() * (VENDOR_ROUND_TRIP_MS.max - VENDOR_ROUND_TRIP_MS.min)) / 2;
  let lastAt = 0;
  return (run) => {
    const now = time.monotonic();
    lastAt = Math.max(lastAt, now + halfMs());
    time.after(lastAt - now, run);
  };
}
