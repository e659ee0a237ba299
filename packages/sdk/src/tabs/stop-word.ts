import type { Asker } from '../commands/asker.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { anonymousId } from './anonymous-id.ts';
import type { ChannelPort, TabPorts } from './ports.ts';

/** What it is made of. */
interface StopWordOptions {
  readonly store: DeviceStore;
  /** Reads how the player stands after a Stop of another tab, which no event tells. */
  readonly asker: Pick<Asker, 'readPlayer'>;
  readonly apiBase: string;
  /** Undefined: nobody else is told, and nobody heard. */
  readonly tabs: Pick<TabPorts, 'openChannel'> | undefined;
  /** A Stop of another tab is under way. */
  readonly onElsewhere: () => void;
}

const STOP = 'stop';

/**
 * Tells the other tabs of this browser, while a device is used, that Stop was pressed for it here, and counts what they
 * tell (`stopsElsewhere`). The stop itself goes out from the tab where it was pressed.
 */
export function shareStops({ store, asker, apiBase, tabs, onElsewhere }: StopWordOptions): void {
  let channel: ChannelPort | undefined;

  function open(connectionKey: string): ChannelPort | undefined {
    const opened = tabs?.openChannel(`tactus.stops.${anonymousId(`${apiBase} ${connectionKey}`)}`);
    opened?.addEventListener('message', ({ data }) => {
      if (data !== STOP || opened !== channel) return;
      store.patch({ stopsElsewhere: store.get().stopsElsewhere + 1 });
      onElsewhere();
      asker.readPlayer();
    });
    return opened;
  }

  store.view.subscribe((now, before) => {
    if (now.connectionKey !== before.connectionKey) {
      channel?.close();
      channel = now.connectionKey === undefined ? undefined : open(now.connectionKey);
    }
    if (now.stopPresses !== before.stopPresses) channel?.postMessage(STOP);
  });
}
