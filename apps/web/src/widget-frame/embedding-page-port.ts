import { createStore, type StoreApi } from 'zustand/vanilla';
import { decodeHostMessage, type FrameMessage, type HostMessage, withWidgetVersion } from '../widget/messages.ts';
import { isSiteOrigin } from '../widget/permission-window.ts';

/** The commands that the embedding page may send. */
export type EmbeddingPageCommand =
  | { readonly type: 'start' | 'stop' }
  | Extract<HostMessage, { readonly type: 'speed' }>;

/** The messages between our frame and the embedding page. */
export interface EmbeddingPagePort {
  /** The embedding site, once it has sent `hello`; undefined before, and where it never does. */
  readonly host: StoreApi<string | undefined>;
  /** Posts a message to the page; nothing is posted before its `hello`. */
  post(message: FrameMessage): void;
  /** Calls for every command of the page. Returns its own undo. */
  onCommand(listener: (command: EmbeddingPageCommand) => void): () => void;
}

/** The parts of a window that are needed here. */
export type FrameWindow = Pick<Window, 'addEventListener' | 'parent' | 'top'>;

/**
 * Accepts messages of the parent page only, from one origin, the first that sends `hello`, and from no other window. A frame
 * nested in another site's frame accepts none: a person could not see whose page it is.
 */
export function openEmbeddingPagePort(frame: FrameWindow): EmbeddingPagePort {
  const { parent, top } = frame;
  const host = createStore<string | undefined>()(() => undefined);
  const listeners = new Set<(command: EmbeddingPageCommand) => void>();
  const latest = new Map<string, FrameMessage>();

  frame.addEventListener('message', (event) => {
    if (event.source !== parent || parent === frame || parent !== top) return;
    const message = decodeHostMessage(event.data);
    if (!message || !isSiteOrigin(event.origin)) return;
    const known = host.getState();
    if (known !== undefined && known !== event.origin) return;
    if (message.type === 'hello') {
      host.setState(event.origin, true);
      for (const news of latest.values()) parent.postMessage(withWidgetVersion(news), event.origin);
    } else if (known !== undefined) {
      const command = message.type === 'speed' ? message : { type: message.type };
      for (const listener of listeners) listener(command);
    }
  });
  // Any embedding page may learn that the frame is loaded: the message contains nothing else.
  if (parent !== frame) parent.postMessage(withWidgetVersion({ type: 'ready' }), '*');

  return {
    host,
    post(message) {
      latest.set(message.type, message);
      const known = host.getState();
      if (known !== undefined) parent.postMessage(withWidgetVersion(message), known);
    },
    onCommand(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
