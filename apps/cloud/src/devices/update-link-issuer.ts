import { type FirmwareVersion, firmwareVersionSchema } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { ulid } from 'ulid';
import type { Store } from '../store/database.ts';
import { createLinkSigner, type SignedQuery } from '../store/link-signer.ts';
import { readOrCreateSecret } from '../store/secrets.ts';

/** The device and the firmware of an update link. */
export interface UpdateLinkScope {
  readonly connectionKey: string;
  readonly release: FirmwareVersion;
}

/** Links that update one device to one firmware, without any other right. */
export interface UpdateLinkIssuer {
  sign(update: UpdateLinkScope, expiresAtMs: number): SignedQuery;
  /** Undefined for a link that this cloud did not sign, that was changed, or that has expired. */
  open(query: SignedQuery): UpdateLinkScope | undefined;
}

/** Makes links with a secret of their own, so that links of other kinds are refused here. */
export async function createUpdateLinkIssuer({ store, time }: { store: Store; time: Time }): Promise<UpdateLinkIssuer> {
  const links = createLinkSigner(await readOrCreateSecret(store, 'firmware-update'));
  return {
    sign: (update, expiresAtMs) => links.sign(ulid(time.now()), JSON.stringify(update), expiresAtMs),
    open(query) {
      const opened = links.open(query);
      if (!opened || !(Number(query.uexp) > time.now())) return undefined;
      // The signature proves that this text is the one that `sign` wrote.
      const { connectionKey, release } = JSON.parse(opened.text) as UpdateLinkScope;
      return { connectionKey, release: firmwareVersionSchema.parse(release) };
    },
  };
}
