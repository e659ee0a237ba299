import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { createByteCollector, type JobBytes } from '../../parsing/job-bytes.ts';
import { downloadRefusal } from './download-refusal.ts';

/**
 * Size limit of one script, packed and unpacked.
 * @internal
 */
export const SCRIPT_LIMIT_BYTES = 32 * 1024 * 1024;

const MIB = 1024 * 1024;

/** Decoders of the accepted encodings; `createUnzip` distinguishes gzip and deflate by their headers. */
const decoders: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};

/** The `Accept-Encoding` of a download. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/**
 * Reads the body of an answer and unpacks it. Both the received and the unpacked bytes are counted while they stream, so
 * that a body which grows when unpacked, or never ends, is cut off at the limit. Rejects with
 * `DeviceRefusal` 4001 for a body that is too large or packed in an unknown way, and with the stream's own error.
 */
export async function readDownloadBody(response: IncomingMessage, signal: AbortSignal): Promise<JobBytes> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const createDecoder = decoders[encoding];
  if (!createDecoder && encoding !== 'identity') {
    response.destroy();
    throw downloadRefusal('The script host packs its answer in a way that is not understood');
  }
  if (Number(response.headers['content-length'] ?? 0) > SCRIPT_LIMIT_BYTES) {
    response.destroy();
    throw tooLarge();
  }
  const collector = createByteCollector();
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of withinLimit(source)) collector.add(chunk);
  };
  if (createDecoder) await pipeline(response, withinLimit, createDecoder(), collect, { signal });
  else await pipeline(response, collect, { signal });
  return collector.end();
}

async function* withinLimit(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > SCRIPT_LIMIT_BYTES) throw tooLarge();
    yield chunk;
  }
}

const tooLarge = () => downloadRefusal(`The script is larger than ${SCRIPT_LIMIT_BYTES / MIB} MiB`);
