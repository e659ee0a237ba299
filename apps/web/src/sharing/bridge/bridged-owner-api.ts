import type { OwnerApi } from '../owner-api.ts';
import type { BridgeStorage } from './bridge-storage.ts';

/**
 * The owner's calls for a bridged device: the terms are stored here before the request to the home, so that
 * narrower limits and a revoked link take effect at once, whether or not the request succeeds.
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
    async change(share, changes) {
      // A link that is missing here is stored with the terms that the owner sees.
      const { allow, limits } = bridgeStorage.terms(share.id) ?? share;
      bridgeStorage.change(share.id, { allow, ...changes, limits: { ...limits, ...changes.limits } });
      onChange();
      await api.change(share, changes);
    },
    async revoke(id) {
      bridgeStorage.strike(id);
      onChange();
      await api.revoke(id);
    },
  };
}
