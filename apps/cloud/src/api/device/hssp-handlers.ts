import { columnsSource, loopedSource, type ScriptColumns } from '@tactus/motion';
import { type DeviceBackend, DeviceRefusal, endpointOf, errorKinds, type ParsedInputOf } from '@tactus/protocol';
import type { PlaybackContent } from '../../features/playback/playback-content.ts';
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
    const signal = abortOlderDownload(context.requireDevice());
    const load = async () => recorded(await scriptOf(input, context, signal));
    return setUpContent({ notify: input.notify, load }, context);
  },
  'hssp.play': (input, context) => playContent({ ...input, pause_on_starving: false }, context),
  'hssp.stop': playerHandlers.stop,
  'hssp.pause': playerHandlers.pause,
  'hssp.resume': ({ pickUp }, context) => playerHandlers.resume(pickUp, context),
  'hssp.synctime': playerHandlers.synctime,
};

/** Aborts the download of the newest setup of each device. */
const downloads = new WeakMap<DeviceBackend, AbortController>();

/** A device has one download at a time: a newer setup aborts that of the one before, which nothing would play. */
function abortOlderDownload(device: DeviceBackend): AbortSignal {
  const superseded = { ...errorKinds.genericFail, message: 'Another setup came in between' };
  downloads.get(device)?.abort(new DeviceRefusal(superseded));
  const newest = new AbortController();
  downloads.set(device, newest);
  return newest.signal;
}

async function scriptOf(
  { url, csv, actions }: ParsedInputOf<'hssp.setup'>,
  { parts, request }: CloudCallContext,
  signal: AbortSignal,
): Promise<ScriptColumns> {
  if (url !== undefined) return parts.scripts.load(url, clientAddressOf(parts.config, request), signal);
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
