import type { HspState } from '@tactus/protocol';
import type { SendCommand } from '../client/command.ts';
import { DeviceError } from '../errors.ts';
import type { DeferredPlay } from './deferred-play.ts';
import type { PlaybackClockTarget, PlayOptions, ServerNow } from './hsp-commands.ts';

/** A script: its address, or, for a cloud with `features.inlineScripts`, its content as CSV or actions. */
export type ScriptSource =
  | { readonly url: string }
  | { readonly csv: string }
  | { readonly actions: readonly { readonly at: number; readonly pos: number }[] };

/** Commands for scripts that the cloud plays. Each resolves with the state of the player. */
export interface HsspCommands {
  /** Loads a script; `notify`: the player's events are sent. */
  setup(script: ScriptSource & { readonly notify?: boolean }): Promise<HspState>;
  /**
   * Plays once a script is set: until then the request waits, and a newer one replaces it. Rejects when setting the
   * script fails, and with 'Request aborted' after a Stop, `stop()`, `pause()`, or another session.
   */
  play(options?: PlayOptions): Promise<HspState>;
  stop(): Promise<HspState>;
  pause(): Promise<HspState>;
  /** Resumes at the paused time, or with `pickUp` at the time without the pause. */
  resume(options?: { readonly pickUp?: boolean }): Promise<HspState>;
  synctime(time: PlaybackClockTarget): Promise<HspState>;
  readState(): Promise<HspState>;
}

/** Creates the commands for scripts that the cloud plays. */
export function createHsspCommands(parts: {
  readonly command: SendCommand;
  readonly deferred: DeferredPlay;
  readonly serverNow: ServerNow;
  readonly takesInlineScripts: boolean;
}): HsspCommands {
  const { command, deferred, serverNow } = parts;
  return {
    async setup(script) {
      if (!('url' in script) && !parts.takesInlineScripts) {
        const error = new DeviceError('bad-input', 'This cloud takes a script by its url only');
        deferred.refused(error);
        throw error;
      }
      const source = 'actions' in script ? { ...script, actions: [...script.actions] } : script;
      return command('hssp.setup', source);
    },
    play: ({ start_time = 0, server_time, ...options } = {}) =>
      deferred.play(() => command('hssp.play', { start_time, server_time: server_time ?? serverNow(), ...options })),
    stop() {
      deferred.cancel();
      return command('hssp.stop', {});
    },
    pause() {
      deferred.cancel();
      return command('hssp.pause', {});
    },
    resume: ({ pickUp = false } = {}) => command('hssp.resume', { pickUp }),
    synctime: ({ server_time = serverNow(), ...time }) => command('hssp.synctime', { ...time, server_time }),
    readState: () => command('hssp.state', {}),
  };
}
