import type { OwnerApi } from '../owner-api.ts';
import type { BridgeBook } from './bridge-book.ts';

/**
 * The owner's calls for a device that is carried: what is allowed is in the owner's book before the home is asked, so that
 * narrower limits and a link that is taken back hold at once, whatever becomes of the question.
 */
export function carriedOwnerApi(api: OwnerApi, book: BridgeBook, onChange: () => void): OwnerApi {
  return {
    ...api,
    async create(terms) {
      const grant = await api.create(terms);
      book.write(grant.id, terms);
      onChange();
      return grant;
    },
    async change(id, changes) {
      book.change(id, changes);
      onChange();
      await api.change(id, changes);
    },
    async revoke(id) {
      book.strike(id);
      onChange();
      await api.revoke(id);
    },
  };
}
