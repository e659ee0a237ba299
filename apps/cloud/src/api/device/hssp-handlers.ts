import { columnsSource, loopedSource, type ScriptColumns } from '@tactus/motion';
import { endpointOf, type ParsedInputOf } from '@tactus/protocol';
import type { PlaybackContent } from '../../features/playback/playback.ts';
import { refuseInvalidScript } from '../../features/scripts/invalid-script.ts';
import { invalidInputRefusal } from '../../http/answers.ts';
import { clientAddressOf } from '../../http/client-address.ts';
import { ThreadParsedBody } from '../../http/large-body.ts';
import { parseInlineBody } from '../../parsing/parse-job.ts';
import { ParseRefusal } from '../../parsing/parse-refusal.ts';
import type { CloudCallContext, CloudHandlers } from './cloud-call.ts';
import { playContent, playerHandlers, setUpContent } from './player-handlers.ts';

/** Script playback: the cloud fetches the script and streams it to the device as points. */
export const hsspHandlers: CloudHandlers<'hssp'> = {
  'hssp.state': playerHandlers.state,
  'hssp.setup': (input, context) => {
    if (!input.url && context.parts.config.profile === 'vendor')
      throw invalidInputRefusal(endpointOf('hssp.setup'), 'Give the url of a script', true);
    return setUpContent({ notify: input.notify, load: async () => recorded(await scriptOf(input, context)) }, context);
  },
  'hssp.play': (input, context) => playContent({ ...input, pause_on_starving: false }, context),
  'hssp.stop': playerHandlers.stop,
  'hssp.pause': playerHandlers.pause,
  'hssp.resume': ({ pickUp }, context) => playerHandlers.resume(pickUp, context),
  'hssp.synctime': playerHandlers.synctime,
};

async function scriptOf(
  { url, csv, actions }: ParsedInputOf<'hssp.setup'>,
  { parts, request }: CloudCallContext,
): Promise<ScriptColumns> {
  if (url !== undefined) return parts.scripts.load(url, clientAddressOf(parts.config, request));
  const large = request.body instanceof ThreadParsedBody ? request.body.read.script : undefined;
  return refuseInvalidScript(async () => {
    if (large === undefined) return parseInlineBody(csv, actions);
    if ('problem' in large) throw new ParseRefusal('invalid', large.problem);
    return large;
  });
}

function recorded(columns: ScriptColumns): PlaybackContent {
  const once = columnsSource(columns);
  return { once, looped: loopedSource(once), onChange: () => () => undefined };
}
