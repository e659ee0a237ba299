import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { connect, isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectSecurely } from 'node:tls';

/** The target of a connection: one of the given addresses and no other. */
export interface DownloadTarget {
  /** Host of the URL, without brackets; names the certificate, and is never resolved again. */
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly LookupAddress[];
  readonly secure: boolean;
}

/** The network of a download; tests replace it. */
export interface DownloadNetwork {
  /** Every address of a name. Rejects when there is none. */
  lookup(host: string): Promise<readonly LookupAddress[]>;
  connect(target: DownloadTarget): Duplex;
}

/** The machine's own resolver and sockets. */
export const systemNetwork: DownloadNetwork = {
  lookup: (host) => lookup(host, { all: true }),
  connect({ host, port, addresses, secure }) {
    // An IP address is used as it stands; for a name only the checked addresses are used, so that a name which resolves
    // differently a moment later (DNS rebinding) has no effect.
    const options = { host, port, lookup: createFixedAddressLookup(addresses), autoSelectFamily: true };
    if (!secure) return connect(options);
    // The server name (SNI) must be a name: an address must not be sent as one (RFC 6066, section 3).
    return connectSecurely({ ...options, servername: isIP(host) ? '' : host.replace(/\.$/, '') });
  },
};

/**
 * A resolver that knows one answer.
 * @internal
 */
export function createFixedAddressLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, answer) => {
    const [first] = addresses;
    if (!first) answer(new Error('No address was checked'), []);
    else if (all) answer(null, [...addresses]);
    else answer(null, first.address, first.family);
  };
}
