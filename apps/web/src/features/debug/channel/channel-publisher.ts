import { type ClientCallName, createCommandNumbers, type DeviceState, initialState } from '@tactus/sdk';
import { createStore } from 'zustand/vanilla';
import type { StoppableTarget } from '../../../device/linked/driven-devices.tsx';
import { type AnsweredChannelCall, type ChannelAddress, publishToChannel, stopChannelDevices } from './publish.ts';

/** The pauses after each failed Stop. After the last attempt only a person's press tries again. */
const STOP_AGAIN_AFTER_MS = [500, 1_500, 4_000];

/** The calls to a channel, and whether its devices may move by them: from the first call on, until a Stop has succeeded. */
export interface ChannelPublisher extends StoppableTarget {
  /** Sends a call to every device. Resolves with the answer; a Stop that is still being retried is given up. */
  send(call: ClientCallName, body: Readonly<Record<string, unknown>>): Promise<void>;
  /** Stops every device, and tries again where that failed. */
  stop(): Promise<void>;
}

/** Whether calls to a channel may still move its devices. */
export const mayChannelStillMove = ({ store }: ChannelPublisher): boolean =>
  store.getState().connectionKey !== undefined;

/**
 * Creates a publisher for one channel; `onAnswer` receives the answers to its last request. With `ordered` the cloud refuses
 * calls that a newer Stop overtook.
 */
export function createChannelPublisher(
  { ordered, ...address }: ChannelAddress & { readonly ordered: boolean },
  onAnswer: (answer: AnsweredChannelCall) => void,
): ChannelPublisher {
  const to: ChannelAddress = { ...address, nextSequence: ordered ? createCommandNumbers().next : undefined };
  const store = createStore<DeviceState>()(() => initialState);
  /** Counts the requests: answers to earlier ones are out of date. */
  let lastRequest = 0;
  /** Calls without an answer so far. */
  let sending = 0;

  async function send(call: ClientCallName, body: Readonly<Record<string, unknown>>): Promise<void> {
    const mine = ++lastRequest;
    sending += 1;
    store.setState({ connectionKey: to.channel, stopPhase: 'none' });
    const answer = await publishToChannel(to, call, body);
    sending -= 1;
    if (mine === lastRequest) onAnswer(answer);
    // The call may have reached the devices after the Stop that was sent meanwhile.
    else if (store.getState().stopPhase !== 'none') void stop();
  }

  async function stop(): Promise<void> {
    const mine = ++lastRequest;
    store.setState({ connectionKey: to.channel, stopPhase: 'stopping' });
    await tryStop(mine, 0);
  }

  async function tryStop(mine: number, failures: number): Promise<void> {
    const answer = await stopChannelDevices(to);
    if (mine !== lastRequest) return;
    onAnswer(answer);
    const againAfterMs = STOP_AGAIN_AFTER_MS[failures];
    if (!answer.failed) {
      // A call still in flight is followed by another Stop when it is answered.
      if (sending === 0) store.setState({ connectionKey: undefined, stopPhase: 'stopped' });
    } else if (againAfterMs === undefined) {
      store.setState({ stopPhase: 'could-not-send' });
    } else {
      await to.time.sleep(againAfterMs);
      if (mine === lastRequest) await tryStop(mine, failures + 1);
    }
  }

  return { store, send, stop, isUnseen: true };
}
