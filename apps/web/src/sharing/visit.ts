import { type Device, type EventStream, type Fetch, type Heartbeat, openFrameStream } from '@tactus/sdk';
import type { Random, Time, Undo } from '@tactus/time';
import { createStore } from 'zustand/vanilla';
import { isInMotion } from '../device/motion.ts';
import { createGuestApi, type Entry, enterShare, type OverReason, overReasonIn } from './guest-api.ts';
import { guestFetch } from './guest-fetch.ts';
import { createGuestHold } from './guest-hold.ts';
import { decodeGuestSession, type GuestSession } from './guest-session.ts';
import type { ClaimOwner, TabClaim } from './tab-claim.ts';
import type { TabSession } from './tab-session.ts';
import type { Visit, VisitFacts } from './visit-facts.ts';
import { stepVisit, type VisitEffect, type VisitEvent } from './visit-table.ts';

/** The tab of a visit, by which the visit outlives the page. */
export interface VisitTab {
  readonly stored: TabSession | undefined;
  store(session: TabSession | undefined): void;
  claim(session: string, onOwner: (owner: ClaimOwner) => void): TabClaim;
}

/** What a visit is made of. */
export interface VisitParts {
  /** Undefined where its secret is gone, and the tab's session is all there is. */
  readonly link: { readonly id: string; readonly secret: string } | undefined;
  /** Undefined where the visit ends with the page. */
  readonly tab?: VisitTab;
  readonly fetch: Fetch;
  readonly time: Time;
  readonly random: Random;
  readonly heartbeat: Heartbeat;
  /** Builds the device of the home's own device API around a fetch. */
  readonly openDevice: (fetch: Fetch) => Device;
  readonly onError: (error: unknown) => void;
}

/** Between two questions how the session stands, while nobody answers. @internal */
export const READ_AGAIN_MS = 1_000;

/** Builds a visit that stands at the door. */
export function createVisit(parts: VisitParts): Visit {
  const { fetch, time, random, tab, onError } = parts;
  const store = createStore<VisitFacts>()(() => ({
    ...{ state: 'door', session: undefined, refusal: undefined, reason: undefined, failed: false, resumed: undefined },
    inside: undefined,
  }));
  let { link } = parts;
  let name = '';
  /** The session as the tab stores it. */
  let own = tab?.stored;
  let claim: TabClaim | undefined;
  let stopWaiting: Undo = () => undefined;
  const insideNow = () => store.getState().inside;
  let stream: EventStream | undefined;
  let undo: Undo = () => undefined;

  async function exchange(): Promise<void> {
    if (!link) return;
    try {
      const answer = await enterShare(fetch, { ...link, name });
      if ('refused' in answer) {
        store.setState({ refusal: answer.refused });
        dispatch('refused');
      } else if (store.getState().state === 'entering') {
        enterAs(answer);
      } else createGuestApi({ fetch, bearer: answer.bearer }).leave();
    } catch (error) {
      onError(error);
      store.setState({ failed: true });
      dispatch('failed');
    }
  }

  function enterAs({ bearer, session }: Entry): void {
    store.setState({ session, failed: false });
    remember(bearer, session);
    dispatch('entered');
  }

  function remember(bearer: string, { id, share, role }: GuestSession, stopped = false): void {
    own = { kind: 'share', link: share.id, session: id, bearer, hadControl: role === 'controller', stopped };
    tab?.store(own);
  }

  /** Asks how the session of the tab stands. What it still has in motion, from another page, is stopped first. */
  async function read(): Promise<void> {
    if (!own) return;
    const { bearer } = own;
    const api = createGuestApi({ fetch, bearer });
    try {
      await api.letGo();
      const answer = await api.read();
      if (store.getState().state !== 'resuming') return;
      if ('over' in answer) end(answer.over);
      else {
        store.setState({ resumed: own });
        enterAs({ bearer, session: answer });
      }
    } catch (error) {
      onError(error);
      store.setState({ failed: true });
      dispatch('failed');
    }
  }

  function end(reason: OverReason): void {
    const { state } = store.getState();
    if (state === 'inside' || state === 'away' || state === 'resuming') store.setState({ reason });
    dispatch('ended');
  }

  function hear(session: GuestSession | undefined): void {
    if (!session) return;
    const isNews = session.role !== store.getState().session?.role;
    store.setState({ session });
    if (isNews && own) remember(own.bearer, session);
    if (session.role !== 'controller') insideNow()?.hold.taken();
    dispatch('told');
  }

  function open(): void {
    const { session } = store.getState();
    if (!own || !session) return;
    const { bearer } = own;
    const api = createGuestApi({ fetch, bearer });
    const hold = createGuestHold({
      ...{ api, time, heartbeat: parts.heartbeat, onOver: end },
      moves: () => isInMotion(device.store.getState()),
      roundTripMs() {
        const { rtd, deviceRtd } = device.store.getState().clockSync;
        return rtd > 0 ? Math.round(rtd + deviceRtd) : undefined;
      },
    });
    const device = parts.openDevice(guestFetch({ fetch, bearer, hold, onOver: end }));
    store.setState({ inside: { device, hold, api } });
    stream = openFrameStream({
      ...{ fetch, time, random, request: api.streamRequest },
      onOpen: () => undefined, // the first frame tells the session
      onFrame({ name: event, data }) {
        const value = readJson(data);
        if (event === 'over') end(overReasonIn(value));
        else if (event === 'session') hear(decodeGuestSession(value));
      },
      onError: (error, final) => (final ? end(overReasonIn(error.http?.body)) : dispatch('lost')),
    });
    undo = hold.state.subscribe((now, before) => {
      if (now === 'held') store.setState({ resumed: undefined });
      if (now !== 'held' || before !== 'regaining') return;
      stream?.nudge();
      device.retry();
    });
    // It goes on trying by itself; a refusal ends the session, which is told elsewhere.
    device.connect(session.alias).catch(onError);
  }

  function close(): void {
    undo();
    stream?.close();
    stopWaiting();
    const { inside, session } = store.getState();
    if (inside && session && own) remember(own.bearer, session, isInMotion(inside.device.store.getState()));
    store.setState({ inside: undefined });
    inside?.hold.end();
    inside?.device.close();
  }

  function unclaim(): void {
    stopWaiting();
    claim?.release();
    claim = undefined;
  }

  /** The session is none of this tab's any more. */
  function drop(): void {
    unclaim();
    own = undefined;
    tab?.store(undefined);
  }

  const effects: Readonly<Record<VisitEffect, () => void>> = {
    exchange: () => void exchange(),
    claim() {
      if (own) claim = tab?.claim(own.session, (owner) => dispatch(owner === 'here' ? 'claimed' : 'elsewhere'));
    },
    takeOver: () => claim?.takeOver(),
    unclaim,
    read: () => void read(),
    readAgainLater() {
      stopWaiting = time.after(READ_AGAIN_MS, () => dispatch('claimed'));
    },
    open,
    close,
    sayGoodbye() {
      store.setState({ reason: 'left' });
      if (own) createGuestApi({ fetch, bearer: own.bearer }).leave();
    },
    drop,
    forget() {
      link = undefined;
      drop();
    },
  };

  function dispatch(event: VisitEvent): void {
    const { state: from } = store.getState();
    const { to, run } = stepVisit(from, event);
    if (to === from && run.length === 0) return;
    for (const effect of run) effects[effect]();
    if (to !== from) store.setState({ state: to });
  }

  return {
    store,
    enter(guestName) {
      name = guestName;
      store.setState({ failed: false });
      dispatch('enter');
    },
    resume: () => own && dispatch('resume'),
    takeOver: () => dispatch('takeOver'),
    joinAnew: () => link && dispatch('joinAnew'),
    pause: () => dispatch('pause'),
    leave: () => dispatch('leave'),
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a frame that is none is no news
  }
}
