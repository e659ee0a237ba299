import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { connect, isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectSecurely } from 'node:tls';

/** Where a connection goes: to one of the given addresses and nowhere else. */
export interface DownloadTarget {
  /** Name or address that was asked for, without brackets; names the certificate, and is never resolved again. */
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly LookupAddress[];
  readonly secure: boolean;
}

/** What a download needs of the network; tests have another. */
export interface DownloadNetwork {
  /** Every address of a name. Rejects when there is none. */
  lookup(host: string): Promise<readonly LookupAddress[]>;
  connect(target: DownloadTarget): Duplex;
}

/** The machine's own resolver and sockets. */
export const systemNetwork: DownloadNetwork = {
  lookup: (host) => lookup(host, { all: true }),
  connect({ host, port, addresses, secure }) {
    // An IP address is connected to as it stands; for a name only the addresses that were checked are ever given, so
    // that a name which leads elsewhere a moment later (DNS rebinding) changes nothing.
    const options = { host, port, lookup: pinnedTo(addresses), autoSelectFamily: true };
    if (!secure) return connect(options);
    // Server names are names: an address must not be sent as one (RFC 6066, section 3).
    return connectSecurely({ ...options, servername: isIP(host) ? '' : host.replace(/\.$/, '') });
  },
};

/**
 * A resolver that knows one answer.
 * @internal
 */
export function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, answer) => {
    const [first] = addresses;
    if (!first) answer(new Error('No address was checked'), []);
    else if (all) answer(null, [...addresses]);
    else answer(null, first.address, first.family);
  };
}
