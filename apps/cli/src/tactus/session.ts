import { isConnectionKey, parseJsonObject } from '@tactus/protocol';
import {
  type CloudFeatures,
  createDevice,
  type Device,
  DeviceError,
  type DeviceErrorCode,
  deviceErrors,
} from '@tactus/sdk';
import type { CommandContext, ParsedArgs } from './command.ts';
import { CommandEnd, ExitCode } from './exit-codes.ts';
import { readAddressOption } from './read-command-line.ts';

/** A device, and the known facts about its cloud. */
export interface TerminalSession {
  readonly device: Device;
  readonly connectionKey: string;
  readonly features: CloudFeatures;
  /** REST base of the cloud. */
  readonly apiBase: string;
  /** The address in use and its source, as a sentence. */
  readonly where: string;
  readonly close: () => void;
}

const API_PATH = '/api/handy-rest/v3';
const DEFAULT_CLOUD = 'http://localhost:8787';
const FEATURES_WITHIN_MS = 10_000;
/** The pauses before each request for the features of the cloud. */
const FEATURES_PAUSES_MS = [0, 500, 1_000];
const HOLDER_SPAN = 1_000_000;

/**
 * Creates the device that a command line names, and sends nothing to it yet. Reads the features of its cloud, unless `known` has
 * them, and rejects where they cannot be read.
 */
export async function openTerminalSession(
  args: ParsedArgs,
  context: CommandContext,
  known?: CloudFeatures,
): Promise<TerminalSession> {
  const { time, random, fetch, interrupted } = context;
  const { options } = args;
  const apiBase = readApiBase(args);
  const connectionKey =
    options['key'] ?? (await unlessInterrupted(context.promptSecret('Connection key:'), interrupted));
  if (!isConnectionKey(connectionKey))
    throw new CommandEnd(ExitCode.WRONG_USE, 'The connection key must be 5 to 64 letters and digits');
  const features = known ?? (await unlessInterrupted(readFeatures(args, context), interrupted));
  const device = createDevice({
    ...{ apiBase, features, fetch, time, random },
    apiKey: options['app-id'] ?? 'tactus-cli',
    // Where the cloud has leases, the motion ends by itself when this process is killed.
    hold: { holder: `tactus ${random.integer(0, HOLDER_SPAN)}`, rank: 'owner' },
  });
  return { device, connectionKey, features, apiBase, where: cloudOf(args), close: () => device.close() };
}

/** Opens a session and connects: the device is connected, its info read, the clock measured. */
export async function connectSession(args: ParsedArgs, context: CommandContext): Promise<TerminalSession> {
  const session = await openTerminalSession(args, context);
  try {
    await unlessInterrupted(session.device.connect(session.connectionKey), context.interrupted);
    return session;
  } catch (error) {
    const { keyUnknown } = session.device.store.getState();
    session.close();
    if (!keyUnknown || !(error instanceof DeviceError))
      throw commandEndOf(error, { where: session.where, isConnecting: true });
    throw new CommandEnd(ExitCode.NOT_THERE, `No device has this key. Check the key. ${session.where}`, error);
  }
}

/** Settles as the promise does; when the person interrupts first, the command ends with the code of that. */
export function unlessInterrupted<T>(promise: Promise<T>, interrupted: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new CommandEnd(interrupted.reason, 'Interrupted')); // the reason is an exit code
    if (interrupted.aborted) end();
    interrupted.addEventListener('abort', end, { once: true });
    void promise.then(resolve, reject).finally(() => interrupted.removeEventListener('abort', end));
  });
}

/** Error codes whose message must name the cloud. */
const OF_THE_CLOUD: ReadonlySet<string> = new Set([
  'network',
  'unauthenticated',
  'not-connected',
  'timeout',
  'api',
  'http',
]);

/** Error codes that mean that cloud or device cannot be reached. */
const NOT_THERE: ReadonlySet<string> = new Set(['not-connected', 'network', 'unauthenticated']);

/** Whether the message of an error must name the cloud. */
export const mustNameCloud = (error: unknown): boolean => error instanceof DeviceError && OF_THE_CLOUD.has(error.code);

/** The advice after an error in a terminal, which does not show the error's fields; for other codes the SDK's own advice. */
const ADVICE: Readonly<Partial<Record<DeviceErrorCode, (error: DeviceError) => string>>> = {
  refused: ({ refusal }) =>
    `The device or the cloud refused the command${refusal?.code === undefined ? '' : ` (code ${refusal.code})`}.`,
  unauthenticated: () => 'The cloud does not accept this application id; --app-id or TACTUS_APP_ID names another.',
  api: ({ http }) => `The cloud answered with HTTP status ${http?.status}.`,
  http: () => 'The cloud answered with an HTTP status that has no standard name.',
};

/** The address of a cloud that no connection to the internet is needed for. */
const ON_THIS_MACHINE = /\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/;

/** The end of a command after a failure, with the name of the cloud where that matters. */
export function commandEndOf(
  error: unknown,
  { where, isConnecting = false }: { readonly where: string; readonly isConnecting?: boolean },
): unknown {
  if (!(error instanceof DeviceError)) return error;
  const isNotThere = NOT_THERE.has(error.code) || (isConnecting && error.code === 'timeout');
  const advice =
    isConnecting && error.code === 'timeout'
      ? 'Check the key, and the power and Wi-Fi of the device.'
      : error.code === 'network' && ON_THIS_MACHINE.test(where)
        ? 'The cloud could not be reached. Is it running? (npm start)'
        : (ADVICE[error.code]?.(error) ?? deviceErrors[error.code]);
  const sentences = [error.message.replace(/\.?$/, '.'), advice, ...(mustNameCloud(error) ? [where] : [])];
  return new CommandEnd(isNotThere ? ExitCode.NOT_THERE : ExitCode.FAILED, sentences.join(' '), error);
}

/** The address in use and its source. */
function cloudOf(args: ParsedArgs): string {
  const source = args.sources['api'];
  const from = source === undefined ? 'the default; --api or TACTUS_API names another' : `from ${source}`;
  return `The cloud is ${readApiBase(args)} (${from}).`;
}

/** The REST base: for a bare origin it is at the usual path. */
function readApiBase(args: ParsedArgs): string {
  const url = readAddressOption(args, 'api', DEFAULT_CLOUD) ?? new URL(DEFAULT_CLOUD);
  return url.pathname === '/' ? url.origin + API_PATH : url.href.replace(/[/?#]+$/, '');
}

/**
 * The features of the cloud; those of the vendor's cloud where it has no such address, or has something else there at every
 * try. An error or no answer says nothing of what it can do: a command would move the device without a lease, so it
 * ends instead.
 */
async function readFeatures(args: ParsedArgs, { fetch, time }: CommandContext): Promise<CloudFeatures> {
  let [failure, isAnotherCloud] = ['', true];
  for (const pauseMs of FEATURES_PAUSES_MS) {
    if (pauseMs > 0) await time.sleep(pauseMs);
    const late = new AbortController();
    const undo = time.after(FEATURES_WITHIN_MS, () => late.abort(new Error('no answer in time')));
    try {
      const answer = await fetch(`${new URL(readApiBase(args)).origin}/api/tactus/features`, { signal: late.signal });
      if (answer.status === 404) return {};
      const listed = answer.ok && parseJsonObject(await answer.text());
      if (listed) return Object.fromEntries(Object.entries(listed).filter(([, on]) => on === true));
      failure = `HTTP ${answer.status}`;
      isAnotherCloud &&= answer.status < 500 && answer.status !== 408 && answer.status !== 429;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      isAnotherCloud = false;
    } finally {
      undo();
    }
  }
  if (isAnotherCloud) return {};
  const error = new DeviceError('network', `The list of what the cloud can do was not answered: ${failure}`);
  throw commandEndOf(error, { where: cloudOf(args) });
}
