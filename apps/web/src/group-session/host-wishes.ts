import type { ScriptColumns } from '@tactus/motion';
import type { StoreApi } from 'zustand/vanilla';
import type { GroupApi, TimelineWish } from './group-api.ts';
import type { GroupView } from './group-view.ts';
import { mayPlay, playsOn, type RoomFacts, type Wished, wishedBy } from './room-facts.ts';

/** What a press of the host asks for; what is left out goes on as it is. */
export type HostPress = Partial<TimelineWish>;

/** What the host of a room wishes for: the newest wish counts, whatever the stream has told by then. */
export interface HostWishes {
  /** Rejects where home did not do it. */
  press(press: HostPress): Promise<void>;
  /** Another script; everything rests until the host plays it. Rejects where home did not take it. */
  choose(name: string, columns: ScriptColumns): Promise<void>;
  /** Nobody's hand is at the pause any more: what may move is paused. */
  letGo(): void;
}

/** Builds it. `isHeard`: home has said something just now. */
export function createHostWishes(parts: {
  readonly api: Pick<GroupApi, 'setTimeline' | 'setScript'>;
  readonly store: StoreApi<RoomFacts>;
  readonly isHeard: () => boolean;
}): HostWishes {
  const { api, store, isHeard } = parts;

  /** `ifFailed`: what is wished for from then on, where home did not answer. */
  async function ask(wished: Wished, ifFailed: Wished | undefined, send: () => Promise<GroupView>): Promise<void> {
    store.setState({ wished });
    const settle = (next: Wished | undefined) => store.getState().wished === wished && store.setState({ wished: next });
    try {
      const view = await send();
      // The stream may have told more by now.
      if (view.timeline.seq > store.getState().view.timeline.seq) store.setState({ view });
      settle({ ...wished, state: 'done' });
    } catch (error) {
      settle(ifFailed);
      throw error;
    }
  }

  async function press(change: HostPress): Promise<void> {
    const facts = store.getState();
    const playing = change.playing ?? (isHeard() && playsOn(facts));
    const wished = wishedBy(facts, change, playing);
    await ask(wished, { ...wished, state: 'failed' }, () => api.setTimeline({ ...change, playing }));
  }

  const pause = () => void press({ playing: false }).catch(() => undefined); // where home is not heard it pauses by itself

  // A wish that was overtaken on its way undoes the pause that came after it: nobody else can have let it play.
  store.subscribe(({ state, wished, view }) => {
    const isUndone = wished?.state === 'done' && wished.wants === 'rest' && view.timeline.playing;
    if (isUndone && state === 'inside') pause();
  });

  return {
    press,
    choose: (name, columns) =>
      ask({ wants: 'rest', rate: undefined, state: 'asked' }, undefined, () => api.setScript(name, columns)),
    letGo() {
      const facts = store.getState();
      if (facts.state !== 'over' && mayPlay(facts)) pause();
    },
  };
}
