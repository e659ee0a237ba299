/** Requests of clients that rely on their answers. */

/** Sends a request and returns its JSON. Rejects with an Error where it is refused, and as fetch does where it is cut off. */
export async function send<T = undefined>(address: string, init?: RequestInit): Promise<T> {
  const { status, text } = await ask(address, init);
  if (status === 503) throw new Unanswered(text);
  if (status >= 300) throw new Error(`HTTP ${status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T; // the form that this cloud documents
}

/** Sends a request and returns whatever is answered. */
export async function ask(address: string, init?: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(address, init);
  return { status: response.status, text: await response.text() };
}

export const asJson = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** The cloud does not know whether a request was carried out, because its database did not answer. */
class Unanswered extends Error {}

/**
 * Whether nobody knows what became of a request: the error is that of fetch for a connection that was refused or ended, also during the
 * body of an answer, or the cloud said so.
 */
export const isCutOff = (error: unknown): boolean => error instanceof TypeError || error instanceof Unanswered;
