/** The part of a WebSocket that a device link uses: the browser's own has it, and so has the one of `ws` in Node. */
export interface WebSocketLike {
  addEventListener(type: 'open', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: () => void): void;
  /** Errors are followed by `close`, which the link handles. */
  addEventListener(type: 'error', listener: () => void): void;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}
