/** What a device link needs of a WebSocket: the browser's own has it, and so has the one of `ws` in Node. */
export interface WebSocketLike {
  addEventListener(type: 'open', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: () => void): void;
  /** Failures are followed by `close`, which is what counts. */
  addEventListener(type: 'error', listener: () => void): void;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}
