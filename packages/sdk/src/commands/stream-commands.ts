import type { HspState } from '@tactus/protocol';
import type { SendCommand } from '../client/command.ts';
import type { PlaybackClockTarget, PlayOptions, ServerNow } from './hsp-commands.ts';

/** Commands for streams that the cloud stores. Each resolves with the state of the player. */
export interface StreamCommands {
  /** Selects a stream by its reference; `notify`: the player's events are sent. */
  setup(stream: { readonly stream_ref: string; readonly notify?: boolean }): Promise<HspState>;
  play(options?: PlayOptions & { readonly pause_on_starving?: boolean }): Promise<HspState>;
  stop(): Promise<HspState>;
  synctime(time: PlaybackClockTarget): Promise<HspState>;
  readState(): Promise<HspState>;
}

/** Creates the commands for streams that the cloud stores. */
export const createStreamCommands = (command: SendCommand, serverNow: ServerNow): StreamCommands => ({
  setup: (stream) => command('stream.setup', stream),
  play: ({ start_time = 0, server_time = serverNow(), ...options } = {}) =>
    command('stream.play', { start_time, server_time, ...options }),
  stop: () => command('stream.stop', {}),
  synctime: ({ server_time = serverNow(), ...time }) => command('stream.synctime', { ...time, server_time }),
  readState: () => command('stream.state', {}),
});
