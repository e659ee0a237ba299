import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { contentTypeOfUpload } from '../../features/scripts/script-types.ts';
import { parseErrorToRefusal } from '../../http/parse-refusals.ts';
import { HttpRefusal, readServerError } from '../../http/refusal.ts';
import { createByteCollector, type JobBytes } from '../../parsing/job-bytes.ts';
import { ParseRefusal } from '../../parsing/parse-refusal.ts';
import type { Parser } from '../../parsing/parser.ts';
import type { StoredUpload } from '../../parsing/read-script.ts';
import { type EventLoopTurns, UPLOAD_PIECE_BYTES } from '../../rate-limit/event-loop-turns.ts';

/** The largest file that is accepted. */
const UPLOAD_LIMIT_BYTES = 20 * 1024 * 1024;
const MIB = 1024 * 1024;

/** Room for the form around the file. */
const FORM_BYTES = 64 * 1024;

/** The form field with the file: clients of the vendor's script hosts use this name. */
const FIELD = 'file';

/** Limits of an upload form. A few more parts than the file: other clients send further fields. */
export const UPLOAD_LIMITS = {
  fileSize: UPLOAD_LIMIT_BYTES,
  files: 4,
  fields: 12,
  parts: 16,
  fieldNameSize: 100,
  fieldSize: 1024,
  headerPairs: 50,
} as const;

/** A refusal as clients of a script host read it: the text alone. */
export const uploadRefusal = (status: number, text: string, headers?: Readonly<Record<string, string>>) =>
  new HttpRefusal(status, { error: text }, headers);

/** The reader of an upload and the client's address. */
interface UploadReader {
  readonly parser: Parser;
  readonly turns: EventLoopTurns;
  readonly address: string;
}

/**
 * Reads the script of an upload. Rejects with `uploadRefusal`: 400 for a file that is no script, 413 for one that is too large,
 * 429 and 503 for one that may be sent again later.
 */
export async function readUpload(request: FastifyRequest, reader: UploadReader): Promise<StoredUpload> {
  try {
    reader.parser.requireAllowed(reader.address);
    return await readScriptOf(request, reader);
  } catch (error) {
    if (!(error instanceof ParseRefusal)) throw error;
    throw parseErrorToRefusal(error, (message) => ({ error: message }));
  }
}

async function readScriptOf(request: FastifyRequest, { parser, turns, address }: UploadReader): Promise<StoredUpload> {
  if (!request.isMultipart()) throw uploadRefusal(400, 'The upload must be multipart/form-data');
  if (Number(request.headers['content-length'] ?? 0) > UPLOAD_LIMIT_BYTES + FORM_BYTES) throw tooLarge();
  const file = await readFile(request, turns);
  if (!file) throw uploadRefusal(400, `The upload has no file in the field "${FIELD}"`);
  return parser.parse({ kind: 'upload', bytes: file.bytes, type: file.type }, address);
}

/** All of a file, copied piece by piece: a fast client waits for a turn of the event loop after each piece. */
async function collect(file: MultipartFile['file'], turns: EventLoopTurns): Promise<JobBytes> {
  const collector = createByteCollector();
  let collected = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    collector.add(chunk);
    collected += chunk.length;
    if (collected < UPLOAD_PIECE_BYTES) continue;
    collected = 0;
    await turns.next();
  }
  if (file.truncated) throw tooLarge();
  return collector.end();
}

interface UploadedFile {
  readonly bytes: JobBytes;
  readonly type: string;
}

/** The first file of the right field; the rest of the form is read and discarded. */
async function readFile(request: FastifyRequest, turns: EventLoopTurns): Promise<UploadedFile | undefined> {
  let found: UploadedFile | undefined;
  try {
    for await (const part of request.parts({ limits: UPLOAD_LIMITS })) {
      if (part.type !== 'file') continue;
      if (part.fieldname !== FIELD || found) part.file.resume();
      else {
        found = { bytes: await collect(part.file, turns), type: contentTypeOfUpload(part.filename, part.mimetype) };
      }
    }
  } catch (error) {
    if (error instanceof HttpRefusal) throw error;
    if (readServerError(error).status === 413) throw tooLarge();
    throw uploadRefusal(400, 'The upload is not a valid multipart/form-data body');
  }
  return found;
}

const tooLarge = () => uploadRefusal(413, `The upload is larger than ${UPLOAD_LIMIT_BYTES / MIB} MiB`);
