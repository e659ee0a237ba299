import { type Device, type EventStream, type Fetch, type Heartbeat, openFrameStream } from '@tactus/sdk';
import type { Random, Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isInMotion } from '../device/motion.ts';
import {
  createGuestApi,
  type Entry,
  enterShare,
  type GuestApi,
  type OverReason,
  overReasonIn,
  type Refusal,
} from './guest-api.ts';
import { guestFetch } from './guest-fetch.ts';
import { createGuestHold, type GuestHold } from './guest-hold.ts';
import { decodeGuestSession, type GuestSession } from './guest-session.ts';
import { stepVisit, type VisitEffect, type VisitEvent, type VisitState } from './visit-table.ts';

/** What is known about a visit. */
export interface VisitFacts {
  readonly state: VisitState;
  /** As the cloud told it last; there while the visit is inside or away, and kept for the words of its end. */
  readonly session: GuestSession | undefined;
  readonly refusal: Refusal | undefined;
  readonly reason: OverReason | undefined;
  /** The last try to enter had no answer. */
  readonly failed: boolean;
  /** There while the visit is inside or away. */
  readonly inside: Inside | undefined;
}

/** What there is while a visit is inside. */
export interface Inside {
  readonly device: Device;
  readonly hold: GuestHold;
  readonly api: GuestApi;
}

/** A visit by a share link. Its bearer is nowhere but in here. */
export interface Visit {
  readonly store: StoreApi<VisitFacts>;
  enter(name: string): void;
  leave(): void;
}

/** What a visit is made of. */
export interface VisitParts {
  readonly link: { readonly id: string; readonly secret: string };
  readonly fetch: Fetch;
  readonly time: Time;
  readonly random: Random;
  readonly heartbeat: Heartbeat;
  /** Builds the device of the home's own device API around a fetch. */
  readonly openDevice: (fetch: Fetch) => Device;
  readonly onError: (error: unknown) => void;
}

/** Builds a visit that stands at the door. */
export function createVisit(parts: VisitParts): Visit {
  const { fetch, time, random, onError } = parts;
  const store = createStore<VisitFacts>()(() => ({
    ...{ state: 'door', session: undefined, refusal: undefined, reason: undefined, failed: false, inside: undefined },
  }));
  let link: VisitParts['link'] | undefined = parts.link;
  let name = '';
  let entry: Entry | undefined;
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
        entry = answer;
        store.setState({ session: answer.session });
        dispatch('entered');
      } else createGuestApi({ fetch, bearer: answer.bearer }).leave();
    } catch (error) {
      onError(error);
      store.setState({ failed: true });
      dispatch('failed');
    }
  }

  function end(reason: OverReason): void {
    const { state } = store.getState();
    if (state === 'inside' || state === 'away') store.setState({ reason });
    dispatch('ended');
  }

  function hear(session: GuestSession | undefined): void {
    if (!session) return;
    store.setState({ session });
    if (session.role !== 'controller') insideNow()?.hold.taken();
    dispatch('told');
  }

  function open(): void {
    if (!entry) return;
    const { bearer, session } = entry;
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
    const inside = insideNow();
    store.setState({ inside: undefined });
    inside?.hold.end();
    inside?.device.close();
  }

  const effects: Readonly<Record<VisitEffect, () => void>> = {
    exchange: () => void exchange(),
    open,
    close,
    sayGoodbye() {
      store.setState({ reason: 'left' });
      insideNow()?.api.leave();
    },
    forget() {
      link = undefined;
      entry = undefined;
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
