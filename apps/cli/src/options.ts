import { parseArgs } from 'node:util';
import { isConnectionKey } from '@tactus/protocol';
import { DEFAULT_FIRMWARE_VERSION, isModelName, type ModelName, modelNames } from '@tactus/virtual-device';
import { faultNames, type InjectedFault, readFault } from './faults.ts';

/** Options of `tactus-device`. */
export interface CliDeviceOptions {
  /** Origin of the cloud, without a slash at its end. */
  readonly url: string;
  /** The key with its secret; undefined: request new ones from the cloud. */
  readonly key: { readonly connectionKey: string; readonly secret: string } | undefined;
  readonly model: ModelName;
  readonly firmware: string;
  readonly faults: readonly InjectedFault[];
  /** Interval at which the link is cut, in ms; 0: never. */
  readonly cutEveryMs: number;
  readonly seed: number | undefined;
}

/** The result of reading the command line. */
export type DeviceOptionsResult =
  | { readonly kind: 'run'; readonly options: CliDeviceOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

/** Text of `--help`. */
export const USAGE = `tactus-device: a virtual device in this terminal, behind the device link of a cloud

  npm run device -- --new                      requests a key and a secret from the cloud, shows them and runs the device
  npm run device -- --key KEY --secret SECRET  runs the device of a key that was made before

  --api URL             the cloud; http://localhost:8787 when left out (or TACTUS_DEVICE_URL); --url is the same
  --key KEY             connection key (or TACTUS_DEVICE_KEY)
  --secret SECRET       its secret (or TACTUS_DEVICE_SECRET, which other users of this machine cannot read)
  --new                 requests a new key
  --model MODEL         ${modelNames.join(', ')}; handy when left out
  --firmware VERSION    major.minor.patch; ${DEFAULT_FIRMWARE_VERSION} when left out
  --fault NAME=VALUE    may be repeated: ${faultNames.join(', ')}
  --cut-every MS        cuts the link at this interval
  --seed N              makes random faults repeatable
  --help                shows this`;

const DEFAULT_URL = 'http://localhost:8787';

/** Reads the command line; the environment provides what it leaves out. Problems do not repeat secrets. */
export function readDeviceOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): DeviceOptionsResult {
  const problems: string[] = [];
  const parsed = parse(args, problems);
  if (!parsed) return { kind: 'wrong', problems };
  if (parsed.help) return { kind: 'help' };

  const { model = 'handy', firmware = DEFAULT_FIRMWARE_VERSION } = parsed;
  if (!isModelName(model)) problems.push(`--model must be one of ${modelNames.join(', ')}`);
  if (!/^\d+\.\d+\.\d+$/.test(firmware)) problems.push('--firmware must be major.minor.patch');
  /** An option, or the environment variable in its place. */
  const either = (option: 'url' | 'key' | 'secret', variable: string): Named =>
    parsed[option] === undefined
      ? { name: variable, value: env[variable] }
      : { name: `--${option}`, value: parsed[option] };
  const options = {
    url: readUrl(
      parsed.api === undefined ? either('url', 'TACTUS_DEVICE_URL') : { name: '--api', value: parsed.api },
      problems,
    ),
    key: parsed.new
      ? undefined
      : readKey(either('key', 'TACTUS_DEVICE_KEY'), either('secret', 'TACTUS_DEVICE_SECRET'), problems),
    model: isModelName(model) ? model : 'handy',
    firmware,
    faults: (parsed.fault ?? []).flatMap((text) => readFault(text, problems)),
    cutEveryMs: readWhole('--cut-every', parsed['cut-every'], problems) ?? 0,
    seed: readWhole('--seed', parsed.seed, problems),
  };
  return problems.length > 0 ? { kind: 'wrong', problems } : { kind: 'run', options };
}

function parse(args: readonly string[], problems: string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        // As the other commands name it; earlier versions had `url` alone.
        api: { type: 'string' },
        url: { type: 'string' },
        key: { type: 'string' },
        secret: { type: 'string' },
        new: { type: 'boolean' },
        model: { type: 'string' },
        firmware: { type: 'string' },
        fault: { type: 'string', multiple: true },
        'cut-every': { type: 'string' },
        seed: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    problems.push(error.message);
    return undefined;
  }
}

/** A value and its source. */
interface Named {
  readonly name: string;
  readonly value: string | undefined;
}

function readUrl({ name, value = DEFAULT_URL }: Named, problems: string[]): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  problems.push(`${name} must be an address such as ${DEFAULT_URL}`);
  return DEFAULT_URL;
}

function readKey({ name, value: key }: Named, { value: secret }: Named, problems: string[]): CliDeviceOptions['key'] {
  if (!key || !secret) {
    problems.push('Give --key and --secret, or --new to ask the cloud for both');
    return undefined;
  }
  if (!isConnectionKey(key)) problems.push(`${name} must be 5 to 64 letters and digits`);
  return { connectionKey: key, secret };
}

function readWhole(name: string, parsed: string | undefined, problems: string[]): number | undefined {
  if (parsed === undefined) return undefined;
  if (/^\d{1,9}$/.test(parsed)) return Number(parsed);
  problems.push(`${name} must be a whole number`);
  return undefined;
}
