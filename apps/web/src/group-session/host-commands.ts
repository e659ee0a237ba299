import type { ScriptColumns } from '@tactus/motion';
import type { GroupView, TimelineUpdate } from '@tactus/protocol';
import type { StoreApi } from 'zustand/vanilla';
import type { GroupApi } from './group-api.ts';
import { isPauseOffered, type RequestedTimeline, type RoomFacts, requestedTimelineAfter } from './room-facts.ts';

/** The commands of a room's host: the newest command counts, whatever the stream has reported by then. */
export interface HostCommands {
  /** A seek or another rate does not start a paused timeline. Rejects where home refused. */
  press(update: TimelineUpdate): Promise<void>;
  /** Sets another script; all devices rest until the host plays it. Rejects where home refused it. */
  choose(name: string, columns: ScriptColumns): Promise<void>;
  /** The host's page is closing, so no person can pause any more: pauses what may move. */
  letGo(): void;
}

/** Creates the commands of the host of a room. */
export function createHostCommands(parts: {
  readonly api: Pick<GroupApi, 'setTimeline' | 'setScript'>;
  readonly store: StoreApi<RoomFacts>;
}): HostCommands {
  const { api, store } = parts;
  /** The number of play requests that home has not answered: it may still execute them. */
  let playsUnanswered = 0;

  /** `ifFailed`: the target after a failure, where home did not answer. */
  async function request(
    target: RequestedTimeline,
    ifFailed: RequestedTimeline | undefined,
    send: () => Promise<GroupView>,
  ): Promise<void> {
    store.setState({ target });
    const settle = (next: RequestedTimeline | undefined) =>
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
    const target = requestedTimelineAfter(store.getState(), update);
    await request(target, { ...target, state: 'failed' }, () => api.setTimeline(update));
    if (update.playing === true) playsUnanswered -= 1;
  }

  const pause = () => void press({ playing: false }).catch(() => undefined); // a home that does not answer pauses by itself

  // A delayed play request has undone the pause pressed after it: no other client can have started it.
  // A failed pause is sent again when home reports that it still plays.
  store.subscribe(({ state, target, view }, before) => {
    const isAnswered = target?.state === 'done' || (target?.state === 'failed' && view !== before.view);
    if (isAnswered && target.wants === 'rest' && view.timeline.playing && state === 'inside') pause();
  });

  return {
    press,
    choose: (name, columns) =>
      request({ wants: 'rest', rate: undefined, state: 'pending' }, undefined, () => api.setScript(name, columns)),
    letGo() {
      const facts = store.getState();
      if (facts.state !== 'over' && (isPauseOffered(facts) || playsUnanswered > 0)) pause();
    },
  };
}
