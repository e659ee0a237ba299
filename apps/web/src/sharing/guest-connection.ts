import type { GuestView } from '@tactus/protocol';
import type { Device, EventStream, Fetch, Heartbeat } from '@tactus/sdk';
import type { Random, Time, Undo } from '@tactus/time';
import { createStore } from 'zustand/vanilla';
import { isInMotion } from '../device/session/motion.ts';
import {
  createGuestApi,
  type EntryRefusal,
  enterShare,
  type GuestSessionEntry,
  type SessionOverReason,
} from './guest-api.ts';
import type { GuestConnection, GuestConnectionFacts } from './guest-connection-facts.ts';
import {
  type GuestConnectionEffect,
  type GuestConnectionEvent,
  stepGuestConnection,
} from './guest-connection-machine.ts';
import { guestFetch } from './guest-fetch.ts';
import { createGuestHold } from './guest-hold.ts';
import { retainStrokeEnds } from './retain-stroke-ends.ts';
import { openGuestSessionStream } from './session-stream.ts';
import type { StoredGuestSession } from './stored-guest-session.ts';
import type { ClaimOwner, TabClaim } from './tab-claim.ts';

/** The tab of a guest, whose session outlives its pages. */
export interface GuestTab {
  readonly stored: StoredGuestSession | undefined;
  store(session: StoredGuestSession | undefined): void;
  claim(session: string, onOwner: (owner: ClaimOwner) => void): TabClaim;
}

/** The parts of a guest's connection. */
export interface GuestConnectionParts {
  /** Undefined where its secret is gone, and only the tab's session is left. */
  readonly link: { readonly id: string; readonly secret: string } | undefined;
  /** Undefined where the session ends with the page. */
  readonly tab?: GuestTab;
  readonly fetch: Fetch;
  readonly time: Time;
  readonly random: Random;
  readonly heartbeat: Heartbeat;
  /** Creates the device of the home's own device API with a given fetch. */
  readonly openDevice: (fetch: Fetch) => Device;
  readonly onError: (error: unknown) => void;
}

/** The interval of attempts to resume, while the cloud does not answer. @internal */
export const SESSION_RESUME_RETRY_MS = 1_000;

/** How long the cloud may take to answer a check before the connection counts as lost. @internal */
export const SESSION_CHECK_TIMEOUT_MS = 800;

/** Creates a connection in the state `join-form`. */
export function createGuestConnection(parts: GuestConnectionParts): GuestConnection {
  const { fetch, time, random, tab, onError } = parts;
  const store = createStore<GuestConnectionFacts>()(() => ({
    ...{
      state: 'join-form',
      session: undefined,
      refusal: undefined,
      reason: undefined,
      failed: false,
      resumed: undefined,
    },
    nameRefused: false,
    inside: undefined,
  }));
  let { link } = parts;
  let name = '';
  /** The session as the tab stores it. */
  let own = tab?.stored;
  let claim: TabClaim | undefined;
  /** The cloud did not answer a check. */
  let isUnanswered = false;
  let cancelWait: Undo = () => undefined;
  const insideNow = () => store.getState().inside;
  let stream: EventStream | undefined;
  let undo: Undo = () => undefined;

  async function exchange(): Promise<void> {
    if (!link) return;
    try {
      const answer = await enterShare(fetch, { ...link, name });
      if ('refused' in answer) refuse(answer.refused);
      else if (store.getState().state === 'entering') {
        enterAs(answer);
      } else createGuestApi({ fetch, bearer: answer.bearer }).leave();
    } catch (error) {
      onError(error);
      store.setState({ failed: true });
      dispatch('failed');
    }
  }

  function refuse(refusal: EntryRefusal | 'name'): void {
    if (refusal === 'name') store.setState({ nameRefused: true });
    else store.setState({ refusal });
    dispatch(refusal === 'name' ? 'failed' : 'refused');
  }

  function enterAs({ bearer, session }: GuestSessionEntry): void {
    store.setState({ session, failed: false });
    remember(bearer, session);
    dispatch('entered');
  }

  function remember(bearer: string, { id, share, role }: GuestView, stopped = false): void {
    own = { link: share.id, session: id, bearer, hadControl: role === 'controller', stopped };
    tab?.store(own);
  }

  /** Requests the state of the tab's session. Its motion from another page is stopped first. */
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

  /**
   * Checks whether the cloud answers: a stream may be silent for a while before it breaks, or stay open where no request
   * succeeds any more.
   */
  async function check(): Promise<void> {
    const { inside } = store.getState();
    if (!inside) return;
    // Aborted rather than left waiting: a browser has few connections to one host.
    const late = new AbortController();
    const cancelWait = time.after(SESSION_CHECK_TIMEOUT_MS, () => late.abort());
    const answer = await inside.api.read(late.signal).catch((): undefined => undefined);
    cancelWait();
    if (inside !== store.getState().inside) return;
    isUnanswered = answer === undefined;
    if (answer === undefined) dispatch('lost');
    else if ('over' in answer) end(answer.over);
    else dispatch('updated');
  }

  function received(): void {
    if (isUnanswered) void check();
    else dispatch('updated');
  }

  function end(reason: SessionOverReason): void {
    const { state } = store.getState();
    if (state === 'inside' || state === 'away' || state === 'resuming') store.setState({ reason });
    dispatch('ended');
  }

  function receive(session: GuestView): void {
    const before = store.getState().session?.role;
    const isNews = session.role !== before;
    store.setState({ session });
    // No other guest has control: the cloud released it, because it received nothing from this guest.
    if (isNews && before === 'controller' && session.controller === null && !session.locked)
      store.setState({ resumed: { hadControl: true, stopped: false } });
    if (isNews && own) remember(own.bearer, session);
    if (session.role !== 'controller') insideNow()?.hold.taken();
    received();
  }

  function open(): void {
    const { session } = store.getState();
    if (!own || !session) return;
    const { bearer } = own;
    const api = createGuestApi({ fetch, bearer });
    const hold = createGuestHold({
      ...{ api, time, heartbeat: parts.heartbeat, onOver: end },
      onUnheard: () => void check(),
      moves: () => isInMotion(device.store.getState()),
      roundTripMs() {
        const { rtd, deviceRtd } = device.store.getState().clockSync;
        return rtd > 0 ? Math.round(rtd + deviceRtd) : undefined;
      },
    });
    const opened = parts.openDevice(guestFetch({ fetch, bearer, hold, onOver: end }));
    const { device, strokeEnds } = retainStrokeEnds(opened, hold);
    store.setState({ inside: { device, strokeEnds, hold, api } });
    stream = openGuestSessionStream({
      ...{ fetch, time, random, api, onOver: end, onSession: receive },
      onReceived: received,
      onLost: () => dispatch('lost'),
      // The device's own stream may hang as this one did.
      onBackFromSilence: () => void device.connect(session.alias).catch(onError),
    });
    undo = hold.state.subscribe((now, before) => {
      if (now === 'held') store.setState({ resumed: undefined });
      if (now === 'held' && before === 'regaining') retry();
    });
    // It retries by itself; a refusal ends the session, which the stream reports.
    device.connect(session.alias).catch(onError);
  }

  function retry(): void {
    stream?.nudge();
    if (isUnanswered) void check();
    insideNow()?.device.retry();
  }

  function close(): void {
    undo();
    stream?.close();
    cancelWait();
    const { inside, session } = store.getState();
    if (inside && session && own) remember(own.bearer, session, isInMotion(inside.device.store.getState()));
    store.setState({ inside: undefined });
    inside?.hold.end();
    inside?.device.close();
  }

  function unclaim(): void {
    cancelWait();
    claim?.release();
    claim = undefined;
  }

  /** The session does not belong to this tab any more. */
  function drop(): void {
    unclaim();
    own = undefined;
    tab?.store(undefined);
  }

  const effects: Readonly<Record<GuestConnectionEffect, () => void>> = {
    exchange: () => void exchange(),
    claim() {
      if (own) claim = tab?.claim(own.session, (owner) => dispatch(owner === 'here' ? 'claimed' : 'elsewhere'));
    },
    takeOver: () => claim?.takeOver(),
    unclaim,
    read: () => void read(),
    readAgainLater() {
      cancelWait = time.after(SESSION_RESUME_RETRY_MS, () => dispatch('claimed'));
    },
    open,
    close,
    sendLeave() {
      store.setState({ reason: 'left' });
      if (own) createGuestApi({ fetch, bearer: own.bearer }).leave();
    },
    drop,
    forget() {
      link = undefined;
      drop();
    },
  };

  /** The event that is handled, and those that its effects raise: they find the state that follows it. */
  const events: GuestConnectionEvent[] = [];

  function dispatch(event: GuestConnectionEvent): void {
    events.push(event);
    if (events.length > 1) return;
    try {
      for (const next of events) handle(next);
    } finally {
      events.length = 0;
    }
  }

  function handle(event: GuestConnectionEvent): void {
    const { state: from } = store.getState();
    const { to, run } = stepGuestConnection(from, event);
    if (to === from && run.length === 0) return;
    for (const effect of run) effects[effect]();
    if (to !== from) store.setState({ state: to });
  }

  return {
    store,
    enter(guestName) {
      name = guestName;
      store.setState({ failed: false, nameRefused: false });
      dispatch('enter');
    },
    resume: () => own && dispatch('resume'),
    takeOver: () => dispatch('takeOver'),
    joinAnew: () => link && dispatch('joinAnew'),
    check: () => void check(),
    retry,
    pause: () => dispatch('pause'),
    leave: () => dispatch('leave'),
  };
}
