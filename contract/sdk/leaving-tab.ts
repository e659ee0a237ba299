/** A model of a browser tab: the fate of its requests when its page is left, on a network that delays, loses and reorders them. */
import type { ControlPorts, DeviceOptions } from '@tactus/sdk';
import type { VirtualWorld } from './cloud-in-virtual-time.ts';

/** The fate of one request. */
export interface Way {
  /** Time in the browser before it is sent, because all connections are in use. */
  readonly queuedMs: number;
  readonly thereMs: number;
  readonly backMs: number;
  readonly fate: 'arrives' | 'lost' | 'answer lost';
}

/** A request before it is sent, which a planted fault may change; undefined: it is dropped. */
export type Spoil = (
  request: { readonly line: string; readonly init: RequestInit & { readonly headers: Record<string, string> } },
  hasLeft: boolean,
) => RequestInit | undefined;

/** A tab whose page can be left. */
export interface LeavingTab {
  readonly fetch: DeviceOptions['fetch'];
  readonly hold: ControlPorts;
  /** From now on requests have their drawn fates; before, each arrives at once. */
  worsen(): void;
  /** From now on each request arrives at once again. */
  calmDown(): void;
  /** The page gets `pagehide`. It runs on until `close`. */
  pagehide(): void;
  /** The page is shown again: it returned from the back/forward cache. */
  pageshow(): void;
  /** No script of the page runs any more. Requests that were sent or that outlive the page still arrive. */
  close(): void;
  /** Starts that the page sent between `pagehide` and `pageshow`. */
  readonly startsWhileAway: readonly string[];
  /** Number of requests in flight. */
  under(): number;
}

const STARTS = /^PUT .*\/(?:hamp\/start|hsp\/(?:play|resume)|hssp\/(?:play|resume)|hvp\/(?:start|state))$/;

/** The same event stream, each piece of it later by a time: another tab that relays it is busy. */
function delayStream(answer: Response, { time }: VirtualWorld, lateMs: number): Response {
  if (lateMs === 0 || !answer.body) return answer;
  const { body } = answer;
  let isOpen = true;
  const end = () => {
    isOpen = false;
  };
  const late = new ReadableStream<Uint8Array>({
    start(output) {
      const relay = (piece: Uint8Array) => void time.after(lateMs, () => isOpen && output.enqueue(piece));
      body.pipeTo(new WritableStream({ write: relay })).catch((error: unknown) => {
        end();
        output.error(error);
      });
    },
    cancel: end,
  });
  return new Response(late, { status: answer.status, headers: answer.headers });
}

/** Opens a tab in front of a world, whose events reach the tab later by `eventsLateMs`. */
export function openTab(
  world: VirtualWorld,
  { ways, eventsLateMs }: { readonly ways: readonly Way[]; readonly eventsLateMs: number },
  spoil: Spoil = (request) => request.init,
): LeavingTab {
  const leaving = new Set<readonly [leave: () => void, back: () => void]>();
  const streams = new AbortController();
  const startsWhileAway: string[] = [];
  const closing: (() => void)[] = [];
  let next = 0;
  let calm = true;
  let hasLeft = false;
  let isOpen = true;
  let under = 0;
  let isLeaseLost = false;

  /** Whether the request is sent: one that waits in the browser ends with its page, or is aborted. */
  async function waitInBrowser({ queuedMs }: Way, init: RequestInit): Promise<boolean> {
    let isSent = true;
    const drop = () => {
      isSent = false;
    };
    init.signal?.addEventListener('abort', drop);
    if (!init.keepalive) closing.push(drop);
    if (queuedMs > 0) await world.time.sleep(queuedMs);
    init.signal?.removeEventListener('abort', drop);
    return isSent && (init.keepalive === true || isOpen);
  }

  async function travel(url: string, init: RequestInit, way: Way): Promise<Response> {
    under += 1;
    try {
      if (!(await waitInBrowser(way, init))) return await new Promise<never>(() => undefined);
      await world.time.sleep(way.thereMs);
      if (way.fate === 'lost') throw new TypeError('fetch failed');
      // A sent request cannot be recalled.
      const answer = await world.fetch(url, { ...init, signal: null });
      const body = answer.status === 204 ? null : await answer.text();
      await world.time.sleep(way.backMs);
      if (way.fate === 'answer lost') throw new TypeError('fetch failed');
      return new Response(body, { status: answer.status, headers: answer.headers });
    } finally {
      under -= 1;
    }
  }

  /** Of a request for a lease and the stop of the page, one arrives: where both are lost, nothing is left that stops the device. */
  function wayOf(line: string, way: Way | undefined): Way | undefined {
    if (way?.fate !== 'lost') return way;
    if (line.endsWith('/leases')) isLeaseLost = true;
    return isLeaseLost && hasLeft ? { ...way, fate: 'arrives' } : way;
  }

  const fetch: DeviceOptions['fetch'] = (url, init) => {
    if (!isOpen) return new Promise(() => undefined);
    if (url.includes('/sse') || url.includes('/events'))
      return world
        .fetch(url, { ...init, signal: AbortSignal.any([streams.signal, ...(init.signal ? [init.signal] : [])]) })
        .then((answer) => delayStream(answer, world, eventsLateMs));
    const line = `${init.method} ${new URL(url).pathname}`;
    if (hasLeft && STARTS.test(line)) startsWhileAway.push(line);
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    const sent = spoil({ line, init: { ...init, headers } }, hasLeft);
    if (!sent) return new Promise(() => undefined);
    const way = calm ? undefined : wayOf(line, ways[next++ % ways.length]);
    const journey = travel(url, sent, way ?? { queuedMs: 0, thereMs: 0, backMs: 0, fate: 'arrives' });
    return answerTo(journey, init.signal);
  };

  /** The page's view of a request: no result once no script of it runs. */
  function answerTo(journey: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      journey.then(
        (answer) => isOpen && resolve(answer),
        (error: unknown) => isOpen && reject(error),
      );
    });
  }

  return {
    fetch,
    hold: {
      ...{ holder: 'tab', rank: 'owner' },
      onLeave(leave, back) {
        const entry = [leave, back] as const;
        leaving.add(entry);
        return () => leaving.delete(entry);
      },
    },
    worsen() {
      calm = false;
    },
    calmDown() {
      calm = true;
    },
    pagehide() {
      hasLeft = true;
      for (const [leave] of [...leaving]) leave();
    },
    pageshow() {
      hasLeft = false;
      for (const [, back] of [...leaving]) back();
    },
    close() {
      isOpen = false;
      for (const drop of closing.splice(0)) drop();
      streams.abort(new Error('The page is gone'));
    },
    startsWhileAway,
    under: () => under,
  };
}
