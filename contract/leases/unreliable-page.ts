/** A page with a device of ours, on a network that fails with or without a notice. */
import type { DeviceOptions } from '@tactus/sdk';
import { KEY, type VirtualWorld } from '../sdk/cloud-in-virtual-time.ts';

/** Connects a page's device to the world's cloud, which has leases. */
export async function unreliablePage(world: VirtualWorld, options: Partial<DeviceOptions> = {}) {
  let isCut = false;
  let leave: () => void = () => undefined;
  const streams = new Set<{ isMuted: boolean; readonly cut: AbortController }>();
  const gone = () => new TypeError('fetch failed');

  const fetch: DeviceOptions['fetch'] = async (url, init) => {
    if (isCut) throw gone();
    if (!url.includes('/sse')) return world.fetch(url, init);
    const stream = { isMuted: false, cut: new AbortController() };
    streams.add(stream);
    const signal = AbortSignal.any([stream.cut.signal, ...(init.signal ? [init.signal] : [])]);
    const answer = await world.fetch(url, { ...init, signal });
    const received = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, output) {
        if (!stream.isMuted) output.enqueue(piece);
      },
    });
    return new Response(answer.body?.pipeThrough(received), { status: answer.status, headers: answer.headers });
  };

  const device = await world.connected({
    fetch,
    features: { leases: true, inlineScripts: true, headersOnSse: true, commandOrder: true },
    ...options,
    hold: {
      ...{ holder: 'tab-1', rank: 'owner' },
      onLeave(run) {
        leave = run;
        return () => undefined;
      },
    },
  });

  return {
    device,
    /** Nothing arrives on the open event stream any more, without a notice. */
    muteStream() {
      for (const stream of streams) stream.isMuted = true;
    },
    /** Every request fails from now on, and the event stream ends. */
    cutNetwork() {
      isCut = true;
      for (const { cut } of streams) cut.abort(gone());
      streams.clear();
    },
    restoreNetwork() {
      isCut = false;
    },
    /** The page gets `pagehide`. */
    leave: () => leave(),
  };
}

/** Whether the slider moves. */
export async function isSliderMoving(world: VirtualWorld): Promise<boolean> {
  const positions = new Set<unknown>();
  for (let reads = 0; reads < 4; reads++) {
    const reading = (await world.ask('GET /slider/state', undefined, KEY)) as { position_absolute: number };
    positions.add(reading.position_absolute);
    await world.time.run(110);
  }
  return positions.size > 1;
}
