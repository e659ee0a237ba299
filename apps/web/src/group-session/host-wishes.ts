import type { ScriptColumns } from '@tactus/motion';
import type { StoreApi } from 'zustand/vanilla';
import type { GroupApi, TimelineWish } from './group-api.ts';
import type { GroupView } from './group-view.ts';
import { canPause, type RoomFacts, type Wished, wishedBy } from './room-facts.ts';

/** What the host of a room wishes for: the newest wish counts, whatever the stream has told by then. */
export interface HostWishes {
  /** A seek and another rate start nothing that rests. Rejects where home did not do it. */
  press(wish: TimelineWish): Promise<void>;
  /** Another script; everything rests until the host plays it. Rejects where home did not take it. */
  choose(name: string, columns: ScriptColumns): Promise<void>;
  /** Nobody's hand is at the pause any more: what may move is paused. */
  letGo(): void;
}

/** Builds it. */
export function createHostWishes(parts: {
  readonly api: Pick<GroupApi, 'setTimeline' | 'setScript'>;
  readonly store: StoreApi<RoomFacts>;
}): HostWishes {
  const { api, store } = parts;
  /** How often home was asked to play and has not answered: it may do it yet. */
  let playsUnanswered = 0;

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

  async function press(wish: TimelineWish): Promise<void> {
    if (wish.playing === true) playsUnanswered += 1;
    const wished = wishedBy(store.getState(), wish);
    await ask(wished, { ...wished, state: 'failed' }, () => api.setTimeline(wish));
    if (wish.playing === true) playsUnanswered -= 1;
  }

  const pause = () => void press({ playing: false }).catch(() => undefined); // where home is not heard it pauses by itself

  // A play that was overtaken on its way undoes the pause that was pressed after it: nobody else can have let it play.
  // One that failed is asked for again when home tells that it still plays.
  store.subscribe(({ state, wished, view }, before) => {
    const isHeard = wished?.state === 'done' || (wished?.state === 'failed' && view !== before.view);
    if (isHeard && wished.wants === 'rest' && view.timeline.playing && state === 'inside') pause();
  });

  return {
    press,
    choose: (name, columns) =>
      ask({ wants: 'rest', rate: undefined, state: 'asked' }, undefined, () => api.setScript(name, columns)),
    letGo() {
      const facts = store.getState();
      if (facts.state !== 'over' && (canPause(facts) || playsUnanswered > 0)) pause();
    },
  };
}
