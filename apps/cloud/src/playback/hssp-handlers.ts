import { loopedSource, parseActions, parseScript, recordedSource, type Script, ScriptError } from '@tactus/motion';
import { DeviceRefusal, endpointOf, errorKinds, type ParsedInputOf } from '@tactus/protocol';
import { badInput } from '../device-api/answers.ts';
import type { CallContext, CloudHandlers } from '../device-api/cloud-call.ts';
import type { Content } from './playback.ts';
import { playContent, playerCalls, setUpContent } from './player-calls.ts';

/** Script playback (api-v3.md 2.6): the script is fetched here and streamed to the device as points. */
export const hsspHandlers: CloudHandlers<'hssp'> = {
  'hssp.state': playerCalls.state,
  'hssp.setup': (input, context) => {
    if (!input.url && context.parts.config.profile === 'vendor')
      throw badInput(endpointOf('hssp.setup'), 'Give the url of a script', true);
    return setUpContent({ notify: input.notify, load: async () => recorded(await scriptOf(input, context)) }, context);
  },
  'hssp.play': (input, context) => playContent({ ...input, pause_on_starving: false }, context),
  'hssp.stop': playerCalls.stop,
  'hssp.pause': playerCalls.pause,
  'hssp.resume': ({ pickUp }, context) => playerCalls.resume(pickUp, context),
  'hssp.synctime': playerCalls.synctime,
};

async function scriptOf({ url, csv, actions }: ParsedInputOf<'hssp.setup'>, { parts }: CallContext): Promise<Script> {
  if (url !== undefined) return parts.scripts.load(url);
  try {
    return csv === undefined ? parseActions(actions ?? []) : parseScript(csv, 'text/csv');
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    throw new DeviceRefusal({ ...errorKinds.scriptInvalid, message: error.message });
  }
}

function recorded({ points }: Script): Content {
  return { once: recordedSource(points), looped: loopedSource(points), onChange: () => () => undefined };
}
