import { endpointOf, isConnectionKey, MISSING_KEY_BODY } from '@tactus/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createPositionSampler, SAMPLE_PERIOD_MAX_MS, SAMPLE_PERIOD_MIN_MS } from '../../events/position-sampler.ts';
import { readWantedEvents } from '../../events/wanted-events.ts';
import { malformedKeyRefusal } from '../../http/answers.ts';
import { readQuery } from '../../http/reading.ts';
import { HttpRefusal, tactusErrorBody } from '../../http/refusal.ts';
import { admitCaller, limitCaller } from '../admission.ts';
import { openEventStream } from '../open-event-stream.ts';
import type { CloudParts } from '../parts.ts';

/** Devices on one stream. */
const DEVICES_MAX = 64;

/** The stream is admitted as a call with a device is: no credential may stand in its address. */
const ADMITTED_AS = { ...endpointOf('sse.events'), envelope: 'result' } as const;

/** One device of the stream and the last event id that the client received. */
interface StreamRequest {
  readonly connectionKeys: readonly string[];
  readonly lastEventIds: readonly string[];
}

/**
 * One event stream for many devices (docs/streams-and-channels.md), because a browser grants an origin only a handful of
 * connections: the frames of the vendor's stream, and slider positions on request. Register it under
 * `/api/tactus`, and not under the vendor's profile.
 */
export function mountDeviceEvents(api: FastifyInstance, parts: CloudParts): void {
  const { devices, caller: deviceCaller, time, hub, metrics, log } = parts;
  const samples = createPositionSampler({ devices, caller: deviceCaller, time });
  api.addHook('onClose', (_server, done) => {
    samples.close();
    done();
  });

  api.get('/events', async (request, reply) => {
    const caller = admitCaller(parts, ADMITTED_AS, request);
    const { connectionKeys, lastEventIds } = readStreamRequest(request);
    const query = readQuery(request);
    const periodMs = readPeriodMs(query['samples']);
    for (const reference of connectionKeys)
      limitCaller(
        parts,
        { caller, rawReference: reference, reference, stops: false, opensStream: true },
        request,
        reply,
      );

    const sink = openEventStream(parts, request, reply, () => caller?.isAlive() ?? true);
    const wanted = readWantedEvents(query['events']);
    const undos = [hub.subscribeSeveral({ connectionKeys, lastEventIds, wanted, sink })];
    if (periodMs !== undefined) {
      for (const connectionKey of connectionKeys)
        undos.push(samples.watch({ connectionKey, periodMs, onSample: (frame) => sink.write(frame) }));
    }
    metrics.answered({ call: 'tactus.events', status: 200, refusal: undefined, seconds: undefined });
    const { id } = request;
    log.debug({ id, call: 'tactus.events' }, 'stream opened');
    sink.onClose((byPeer) => {
      for (const undo of undos) undo();
      if (byPeer) for (const key of connectionKeys) parts.leases.streamClosed(key);
      log.debug({ id, call: 'tactus.events' }, 'stream closed');
    });
    return reply;
  });
}

/**
 * The devices of `X-Connection-Keys`, and the ids to resume from: those of `X-Last-Event-Ids`, and any that follows its key
 * and a semicolon. An id itself names its device.
 */
function readStreamRequest({ headers }: FastifyRequest): StreamRequest {
  const items = listOf(headers['x-connection-keys']).map((item) => item.split(';'));
  if (items.length === 0) throw new HttpRefusal(400, MISSING_KEY_BODY);
  const keys = new Set(items.map(([key = '']) => key.trim()));
  if (![...keys].every(isConnectionKey))
    throw malformedKeyRefusal(
      'X-Connection-Keys must list connection keys of 5 to 64 letters and digits, with commas between',
    );
  if (keys.size > DEVICES_MAX)
    throw malformedKeyRefusal(`X-Connection-Keys must list no more than ${DEVICES_MAX} connection keys`);
  const behindKeys = items.flatMap(([, ...ids]) => ids);
  return { connectionKeys: [...keys], lastEventIds: [...listOf(headers['x-last-event-ids']), ...behindKeys] };
}

function listOf(header: string | string[] | undefined): readonly string[] {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Interval between slider positions, in ms; undefined: none are sent. */
function readPeriodMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const periodMs = Number(text);
  if (Number.isInteger(periodMs) && periodMs >= SAMPLE_PERIOD_MIN_MS && periodMs <= SAMPLE_PERIOD_MAX_MS)
    return periodMs;
  const message = `samples must be a whole number of milliseconds from ${SAMPLE_PERIOD_MIN_MS} to ${SAMPLE_PERIOD_MAX_MS}`;
  throw new HttpRefusal(400, tactusErrorBody('BadRequest', message));
}
