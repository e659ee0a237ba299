import { type ScriptColumns, toVibration } from '@tactus/motion';
import { type CloudFeatures, type Device, type JoinedTimeline, joinTimeline, type SyncPlayback } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { vibrationPlayback } from '../device/session/vibration-playback.ts';
import type { GroupRoom } from './group-room.ts';

/** How one's own device takes part. */
export interface OwnPartFacts {
  /** `coming`: the person has tapped, and home's clock or the points are not here yet. */
  readonly state: 'out' | 'coming' | 'in';
  /** Why it is out, where it was in. */
  readonly why: 'stopped' | 'lost' | undefined;
  /** While it is in: what it does and how well. */
  readonly share: JoinedTimeline | undefined;
}

/** The own device in a group session. It moves only after `take`, until whatever ends that. */
export interface OwnPart {
  readonly store: StoreApi<OwnPartFacts>;
  /** The person has tapped: the device goes along from now on, wherever the timeline is. */
  take(): void;
  /** Takes it out and stops the device. */
  leave(): void;
  setOffset(offsetMs: number): void;
  close(): void;
}

/** How a device without a frequency of its own choice vibrates, Hz. */
const VIBRATION_HZ = 100;

/** Builds it, out. */
export function createOwnPart(parts: {
  readonly room: GroupRoom;
  readonly device: Device;
  readonly time: Time;
  readonly features: CloudFeatures;
  /** The device has no slider: what moves in the script is felt instead. */
  readonly vibrates: boolean;
}): OwnPart {
  const { room, device, time, features, vibrates } = parts;
  const store = createStore<OwnPartFacts>()(() => ({ state: 'out', why: undefined, share: undefined }));
  const facts = store.getState;
  let offsetMs = 0;
  let sharedRev = 0;
  /** Rises with every step of the person: what was begun before goes no further. */
  let generation = 0;

  /** Shares what plays as soon as it is known; until then it is coming. */
  async function share(): Promise<void> {
    generation += 1;
    const mine = generation;
    // Until it is in again nothing is shared: the same points may come after home was lost.
    sharedRev = 0;
    facts().share?.leave();
    store.setState({ state: 'coming', why: undefined, share: undefined });
    try {
      await room.clock.known();
    } catch {
      return; // the room is over, which takes it out
    }
    const { points, view, state } = room.store.getState();
    // Points that are not here yet come with the room's next news.
    if (mine !== generation || state !== 'inside' || !points || points.rev !== view.script?.rev) return;
    sharedRev = points.rev;
    const joined = joinTimeline({
      ...{ device, time, features, points: points.columns },
      serverNow: () => room.clock.serverAt(),
      playback: vibrates ? felt(points.columns) : undefined,
      onLeft: () => mine === generation && out('stopped'),
    });
    joined.setOffset(offsetMs);
    joined.follow(view.timeline);
    store.setState({ state: 'in', share: joined });
  }

  function felt(columns: ScriptColumns): SyncPlayback {
    return vibrationPlayback({
      ...{ time, serverNow: device.clock.serverNow, strengths: Promise.resolve(toVibration(columns)) },
      // What could not be sent is sent again half a second later; the device's state shows what it does.
      onError: () => undefined,
      port: {
        set: (amplitude) => device.hvp.setState({ amplitude, frequency: VIBRATION_HZ }),
        stop: () => device.hvp.stop(),
      },
    });
  }

  function out(why: OwnPartFacts['why']): void {
    if (facts().state === 'out') return;
    generation += 1;
    facts().share?.leave();
    // Whether it can be stopped is not known either: a Stop is tried until the device confirms it, and says what it became.
    if (why === 'lost') void device.stop();
    store.setState({ state: 'out', why, share: undefined });
  }

  function follow(): void {
    const { state, view } = room.store.getState();
    if (state !== 'inside') out(state === 'lost' ? 'lost' : undefined);
    const mine = facts();
    if (mine.state === 'out') return;
    // Until the points of another script are here it rests: its timeline is not that of the points before.
    if (view.script?.rev !== sharedRev) void share();
    else mine.share?.follow(view.timeline);
  }

  const unfollow = room.store.subscribe((now, before) => {
    const isNews = now.state !== before.state || now.points !== before.points;
    const isAnotherScript = now.view.script?.rev !== before.view.script?.rev;
    if (isNews || isAnotherScript || now.view.timeline.seq !== before.view.timeline.seq) follow();
  });

  return {
    store,
    take: () => void share(),
    leave: () => out(undefined),
    setOffset(ms) {
      offsetMs = ms;
      facts().share?.setOffset(ms);
    },
    close() {
      unfollow();
      out(undefined);
    },
  };
}
