import { type ScriptColumns, scriptToVibration } from '@tactus/motion';
import { type CloudFeatures, type Device, type JoinedTimeline, joinTimeline, type SyncPlayback } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createVibrationScriptPlayback, vibrationCallsOf } from '../device/session/vibration-playback.ts';
import type { GroupRoom } from './group-room.ts';
import { toSharedTimeline } from './timeline-time.ts';

/** The participation of the person's own device. */
export interface OwnParticipationFacts {
  /** `coming`: the person has tapped, and home's clock or the points are still missing. */
  readonly state: 'out' | 'coming' | 'in';
  /** Why it dropped out. */
  readonly why: 'stopped' | 'lost' | undefined;
  /** While it is in: the state of its synchronisation. */
  readonly share: JoinedTimeline | undefined;
  /** The person's own offset, which is applied while it is in, ms. */
  readonly offsetMs: number;
}

/** The own device in a group session. It moves only after `take`, and until it drops out. */
export interface OwnParticipation {
  readonly store: StoreApi<OwnParticipationFacts>;
  /** The person has tapped: the device follows from now on, wherever the timeline is. */
  take(): void;
  /** Takes it out and stops the device. */
  leave(): void;
  setOffset(offsetMs: number): void;
  close(): void;
}

/** The device starts out of the session. */
export function createOwnParticipation(parts: {
  readonly room: GroupRoom;
  readonly device: Device;
  readonly time: Time;
  readonly features: CloudFeatures;
  /** The device has no slider: it vibrates with the motion of the script. */
  readonly vibrates: boolean;
  /** The offset to begin with, ms. */
  readonly offsetMs: number;
}): OwnParticipation {
  const { room, device, time, features, vibrates, offsetMs } = parts;
  const store = createStore<OwnParticipationFacts>()(() => ({
    ...{ state: 'out', why: undefined, share: undefined, offsetMs },
  }));
  const facts = store.getState;
  let sharedRev = 0;
  /** Counts the person's actions: work of an earlier one is dropped. */
  let generation = 0;

  /** Starts the shared playback once its data are known; until then the state is `coming`. */
  async function share(): Promise<void> {
    generation += 1;
    const mine = generation;
    // Nothing is played until the person takes part again: the same points may arrive after home was lost.
    sharedRev = 0;
    facts().share?.leave();
    store.setState({ state: 'coming', why: undefined, share: undefined });
    try {
      await room.clock.known();
    } catch {
      return; // the room is over, which takes it out
    }
    const { points, view, state } = room.store.getState();
    // Missing points arrive with the room's next update.
    if (mine !== generation || state !== 'inside' || !points || points.rev !== view.script?.rev) return;
    sharedRev = points.rev;
    const joined = joinTimeline({
      ...{ device, time, features, points: points.columns },
      serverNow: () => room.clock.serverAt(),
      playback: vibrates ? felt(points.columns) : undefined,
      onLeft: () => mine === generation && out('stopped'),
    });
    joined.setOffset(facts().offsetMs);
    joined.follow(toSharedTimeline(view.timeline));
    store.setState({ state: 'in', share: joined });
  }

  function felt(columns: ScriptColumns): SyncPlayback {
    return createVibrationScriptPlayback({
      ...{ time, serverNow: device.clock.serverNow, strengths: Promise.resolve(scriptToVibration(columns)) },
      // A failed strength is replaced half a second later; the device's state shows the effect.
      onError: () => undefined,
      port: vibrationCallsOf(device),
    });
  }

  function out(why: OwnParticipationFacts['why']): void {
    if (facts().state === 'out') return;
    generation += 1;
    facts().share?.leave();
    // It is unknown whether a Stop arrives: it is retried until the device confirms it, and shows its state.
    if (why === 'lost') void device.stop();
    store.setState({ state: 'out', why, share: undefined });
  }

  function follow(): void {
    const { state, view } = room.store.getState();
    if (state !== 'inside') out(state === 'lost' ? 'lost' : undefined);
    const mine = facts();
    if (mine.state === 'out') return;
    // The device rests until the points of another script arrive: the timeline does not fit the old points.
    if (view.script?.rev !== sharedRev) void share();
    else mine.share?.follow(toSharedTimeline(view.timeline));
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
      store.setState({ offsetMs: ms });
      facts().share?.setOffset(ms);
    },
    close() {
      unfollow();
      out(undefined);
    },
  };
}
