import type { OwnerApi } from '../owner-api.ts';
import type { BridgeStorage } from './bridge-storage.ts';

/**
 * The owner's calls for a device that is bridged: what is allowed is stored here before the request to the home, so that
 * narrower limits and a link that is taken back hold at once, whatever becomes of the question.
 */
export function bridgedOwnerApi(api: OwnerApi, bridgeStorage: BridgeStorage, onChange: () => void): OwnerApi {
  return {
    ...api,
    async create(terms) {
      const grant = await api.create(terms);
      bridgeStorage.write(grant.id, terms);
      onChange();
      return grant;
    },
    async change(id, changes) {
      bridgeStorage.change(id, changes);
      onChange();
      await api.change(id, changes);
    },
    async revoke(id) {
      bridgeStorage.strike(id);
      onChange();
      await api.revoke(id);
    },
  };
}
