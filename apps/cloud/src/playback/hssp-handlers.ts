import {
  columnsSource,
  loopedSource,
  parseActions,
  parseScriptFile,
  type ScriptColumns,
  toColumns,
} from '@tactus/motion';
import { endpointOf, type ParsedInputOf } from '@tactus/protocol';
import { badInput } from '../device-api/answers.ts';
import type { CallContext, CloudHandlers } from '../device-api/cloud-call.ts';
import { asRefusal, requirePlayable } from '../parsing/read-script.ts';
import { invalidScript } from '../scripts/invalid-script.ts';
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

async function scriptOf(
  { url, csv, actions }: ParsedInputOf<'hssp.setup'>,
  { parts }: CallContext,
): Promise<ScriptColumns> {
  if (url !== undefined) return parts.scripts.load(url);
  return invalidScript(async () => readInline(csv, actions));
}

function readInline(csv: string | undefined, actions: unknown): ScriptColumns {
  const read = () =>
    csv === undefined ? toColumns(parseActions(actions ?? []).points) : parseScriptFile(csv, 'text/csv').columns;
  return requirePlayable(asRefusal(read));
}

function recorded(columns: ScriptColumns): Content {
  const once = columnsSource(columns);
  return { once, looped: loopedSource(once), onChange: () => () => undefined };
}
