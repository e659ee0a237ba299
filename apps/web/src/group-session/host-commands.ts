import type { ScriptColumns } from '@tactus/motion';
import type { StoreApi } from 'zustand/vanilla';
import type { GroupApi, TimelineUpdate } from './group-api.ts';
import type { GroupView } from './group-view.ts';
import { canPause, type RoomFacts, type TimelineTarget, targetOf } from './room-facts.ts';

/** What the host of a room commands: the newest command counts, whatever the stream has reported by then. */
export interface HostCommands {
  /** A seek and another rate start nothing that rests. Rejects where home did not do it. */
  press(update: TimelineUpdate): Promise<void>;
  /** Another script; everything rests until the host plays it. Rejects where home did not take it. */
  choose(name: string, columns: ScriptColumns): Promise<void>;
  /** Nobody's hand is at the pause any more: what may move is paused. */
  letGo(): void;
}

/** Builds it. */
export function createHostCommands(parts: {
  readonly api: Pick<GroupApi, 'setTimeline' | 'setScript'>;
  readonly store: StoreApi<RoomFacts>;
}): HostCommands {
  const { api, store } = parts;
  /** How often home was asked to play and has not answered: it may do it yet. */
  let playsUnanswered = 0;

  /** `ifFailed`: the target from then on, where home did not answer. */
  async function request(
    target: TimelineTarget,
    ifFailed: TimelineTarget | undefined,
    send: () => Promise<GroupView>,
  ): Promise<void> {
    store.setState({ target });
    const settle = (next: TimelineTarget | undefined) =>
      store.getState().target === target && store.setState({ target: next });
    try {
      const view = await send();
      // The stream may have sent a newer view by now.
      if (view.timeline.seq > store.getState().view.timeline.seq) store.setState({ view });
      settle({ ...target, state: 'done' });
    } catch (error) {
      settle(ifFailed);
      throw error;
    }
  }

  async function press(update: TimelineUpdate): Promise<void> {
    if (update.playing === true) playsUnanswered += 1;
    const target = targetOf(store.getState(), update);
    await request(target, { ...target, state: 'failed' }, () => api.setTimeline(update));
    if (update.playing === true) playsUnanswered -= 1;
  }

  const pause = () => void press({ playing: false }).catch(() => undefined); // where home does not answer it pauses by itself

  // A play that was overtaken on its way undoes the pause that was pressed after it: nobody else can have let it play.
  // One that failed is sent again when home reports that it still plays.
  store.subscribe(({ state, target, view }, before) => {
    const isAnswered = target?.state === 'done' || (target?.state === 'failed' && view !== before.view);
    if (isAnswered && target.wants === 'rest' && view.timeline.playing && state === 'inside') pause();
  });

  return {
    press,
    choose: (name, columns) =>
      request({ wants: 'rest', rate: undefined, state: 'asked' }, undefined, () => api.setScript(name, columns)),
    letGo() {
      const facts = store.getState();
      if (facts.state !== 'over' && (canPause(facts) || playsUnanswered > 0)) pause();
    },
  };
}
