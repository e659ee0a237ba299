import { networkInterfaces } from 'node:os';
import type { ScriptColumns } from '@tactus/motion';
import { DeviceRefusal, errorKinds, STORED_SCRIPTS_PATH } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { CloudConfig } from '../../config/config.ts';
import { isLoopback } from '../../config/loopback.ts';
import type { Parser } from '../../parsing/parser.ts';
import { createNetworkSlots } from '../../rate-limit/network-slots.ts';
import { type DownloadedFile, downloadText } from './download.ts';
import { downloadRefusal } from './download-refusal.ts';
import { refuseInvalidScript } from './invalid-script.ts';
import type { DownloadNetwork } from './network.ts';
import { createRecentScriptCache } from './recent-script-cache.ts';
import { isScriptName, type ScriptStore } from './script-store.ts';
import { SCRIPT_CONTENT_TYPES } from './script-types.ts';

/** Loads scripts by their URL: our own from the store, others over the network. */
export interface ScriptLoader {
  /**
   * Rejects with `DeviceRefusal` 4001 when the script cannot or may not be downloaded, 4002 with the specification's text when
   * it is no script, and with the signal's reason when that aborts. The time for parsing counts for the caller's `address`. The URL
   * may hold a token: do not log it.
   */
  load(url: string, address: string, signal?: AbortSignal): Promise<ScriptColumns>;
}

/** Downloads that run at the same time, of which one network has half at most; one may occupy some 32 MiB. */
const DOWNLOADS_AT_ONCE = 16;

interface Options {
  readonly config: CloudConfig;
  readonly scripts: ScriptStore;
  readonly network: DownloadNetwork;
  readonly parser: Parser;
  readonly time: Time;
}

/**
 * The loader of a cloud. Public hosts are allowed, and those of `TACTUS_SCRIPT_ALLOW`; so is this machine where only this
 * machine reaches the cloud, except under the vendor's profile, as the vendor's cloud refuses private addresses.
 */
export function createScriptLoader({ config, scripts, network, parser, time }: Options): ScriptLoader {
  const policy = { allowed: config.scriptAllow, loopback: config.loopbackOnly && config.profile !== 'vendor' };
  const recent = createRecentScriptCache(time);
  const slots = createNetworkSlots(DOWNLOADS_AT_ONCE);

  function read({ bytes, type }: DownloadedFile, address: string): Promise<ScriptColumns> {
    return refuseInvalidScript(() => parser.parse({ kind: 'script', bytes, type }, address));
  }

  async function fetchScript(url: URL, address: string, signal?: AbortSignal): Promise<ScriptColumns> {
    const release = slots.take(address);
    if (!release) throw downloadRefusal('Too many scripts are being downloaded; try again');
    try {
      return await read(await downloadText(url, { policy, network, time }, signal), address);
    } finally {
      release();
    }
  }

  const readStored = (name: string, address: string) =>
    recent.find(name, async () => {
      const points = await scripts.points(name);
      if (points) return points;
      // A small script has no stored points, nor has one of an older version of this cloud.
      const stored = await scripts.find(name);
      const bytes = await (await stored?.open())?.whole();
      return stored && bytes && read({ bytes, type: SCRIPT_CONTENT_TYPES[stored.kind] }, address);
    });

  return {
    async load(text, address, signal) {
      signal?.throwIfAborted();
      if (!URL.canParse(text)) throw downloadRefusal('The address of the script is not a URL');
      const url = new URL(text);
      const name = ownScriptName(config, url);
      if (name === undefined) return fetchScript(url, address, signal);
      // An unknown script may belong to another cloud on this machine, where the policy allows that address.
      return (await readStored(name, address)) ?? fetchScript(url, address, signal).catch(reportGone);
    },
  };
}

function reportGone(error: unknown): never {
  const isDownload = error instanceof DeviceRefusal && error.kind.code === errorKinds.scriptDownloadFailed.code;
  throw isDownload ? downloadRefusal('The script is not here, or no longer: upload it again') : error;
}

/**
 * The script name in a URL of one of our uploads: a host by which this cloud is reached (http/cross-origin.ts), and a
 * script's path. The port does not matter, because it may be forwarded; a name is the hash of its content, so it cannot
 * mean another script.
 */
function ownScriptName({ host, siteUrl }: CloudConfig, url: URL): string | undefined {
  const folder = `${STORED_SCRIPTS_PATH}/`;
  const name = url.pathname.slice(folder.length);
  if (!url.pathname.startsWith(folder) || !isScriptName(name) || url.username || url.password) return undefined;
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const isOwn =
    isLoopback(hostname) ||
    hostname === host.toLowerCase() ||
    (siteUrl !== undefined && url.hostname === new URL(siteUrl).hostname) ||
    Object.values(networkInterfaces()).some((bound) => bound?.some(({ address }) => address === hostname));
  return isOwn ? name : undefined;
}
