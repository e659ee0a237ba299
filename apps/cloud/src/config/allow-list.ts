import type { SettingParser } from './setting-readers.ts';

/** A host that may serve scripts, whatever its addresses are. */
export interface AllowedHost {
  /** The host as a URL writes it: lower case, IPv6 in brackets. */
  readonly host: string;
  /** Undefined: the two ports of the web. */
  readonly port: number | undefined;
}

/** Ports of script hosts for which the allow-list names no port. */
export const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** A list of hosts separated by commas, each with a port or without: `files.lan:8080, 10.0.0.7, [fd00::1]:80`. */
export const parseAllowedHostsSetting: SettingParser<readonly AllowedHost[]> = (raw) =>
  raw
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map(readAllowedHost);

/** Whether the list names the host and the port. */
export function isAllowedHost(allowed: readonly AllowedHost[], host: string, port: number): boolean {
  return allowed.some((entry) => entry.host === host && (entry.port === port || (!entry.port && WEB_PORTS.has(port))));
}

function readAllowedHost(item: string): AllowedHost {
  const address = `http://${item}`;
  if (!/^[a-z0-9.:[\]_-]+$/i.test(item) || !URL.canParse(address))
    throw new Error('hosts such as files.lan:8080, 10.0.0.7, with commas between');
  const [, port] = /:(\d+)$/.exec(item.replace(/\[.*\]/, '')) ?? [];
  return { host: new URL(address).hostname, port: port === undefined ? undefined : Number(port) };
}
