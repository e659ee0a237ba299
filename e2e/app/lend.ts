/** The owner's view of a guest. */
export interface LentGuest {
  readonly session: string;
  readonly name: string;
  readonly role: string;
  readonly here: boolean;
  /** How often the guest's link was used. */
  readonly used: number;
}

/** An owner without a browser, who shares a device by its key. */
export interface Lent {
  make(terms: { readonly uses?: number; readonly limits?: object }): Promise<{ readonly address: string }>;
  guests(): Promise<readonly LentGuest[]>;
  revokeAll(): Promise<void>;
}

interface OwnerView {
  readonly shares: readonly { readonly id: string; readonly used: number; readonly guests: readonly LentGuest[] }[];
}

/** Shares the device of a key at the cloud at `url`. */
export function lend(url: string, connectionKey: string): Lent {
  async function request<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${url}/api/tactus/shares${path}`, {
      method,
      headers: {
        'X-Connection-Key': connectionKey,
        'X-Api-Key': 'observer',
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${await response.text()}`);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as Answer; // as in docs/sharing.md
  }
  return {
    async make(terms) {
      const { path } = await request<{ path: string }>('POST', '', { name: 'Evening', ...terms });
      return { address: `${url}${path}` };
    },
    async guests() {
      const { shares } = await request<OwnerView>('GET', '');
      return shares.flatMap(({ used, guests }) =>
        guests.map(({ session, name, role, here }) => ({ session, name, role, here, used })),
      );
    },
    async revokeAll() {
      for (const { id } of (await request<OwnerView>('GET', '')).shares) await request('DELETE', `/${id}`);
    },
  };
}
