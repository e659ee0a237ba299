import { HspPlayState } from '@tactus/protocol';
import type { Undo } from '@tactus/time';
import type { Device } from '../device-api.ts';
import type { StreamRunner } from './stream-runner-api.ts';

/**
 * Pauses the device of a stream that stands by now, and returns what makes the stream go on. The stream does not go on where it was stopped
 * meanwhile: by Stop or a call of its own (`isOver`), by a press or a report at the device, which makes it `stay` paused, or by another program.
 */
export async function pauseForAMoment(parts: {
  readonly device: Device;
  readonly playing: StreamRunner;
  readonly isOver: () => boolean;
  readonly goOn: () => Promise<void>;
  readonly stay: () => unknown;
  /** Called once the stream goes on, or does not. */
  readonly onEnd: () => void;
}): Promise<Undo> {
  const { device, playing, isOver } = parts;
  const stay = () => {
    if (!isOver()) parts.stay();
  };
  const undos = (['button_event', 'hsp_state_changed'] as const).map((name) => device.on(name, stay));

  /** No event tells of the stop of another program. */
  async function goOnUnlessStopped(): Promise<void> {
    if (isOver()) return;
    const { play_state, stream_id } = await device.call('hsp.state');
    if (isOver()) return;
    if (stream_id !== playing.store.getState().streamId) playing.endWith('taken-over');
    else if (play_state === HspPlayState.STOPPED) playing.endWith('stopped');
    else await parts.goOn();
  }

  function end(): void {
    goOnUnlessStopped()
      .catch(playing.fail)
      .finally(() => {
        parts.onEnd();
        for (const undo of undos) undo();
      });
  }

  playing.commanded();
  try {
    await device.call('hsp.pause');
  } catch (thrown) {
    end();
    throw thrown;
  }
  return end;
}
