import type { CommandDispatcher } from '../commands/command-dispatcher.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { anonymousId } from './anonymous-id.ts';
import type { ChannelPort, TabPorts } from './tab-ports.ts';

/** What it is made of. */
interface DeviceChannelOptions {
  readonly store: DeviceStore;
  /** Reads how the player stands after a Stop of another tab, which no event tells. */
  readonly dispatcher: Pick<CommandDispatcher, 'readPlayer'>;
  readonly apiBase: string;
  /** Undefined: nobody else is told, and nobody heard. */
  readonly tabs: Pick<TabPorts, 'openChannel'> | undefined;
  /** A Stop of another tab is under way. */
  readonly onStop: () => void;
  /** Another tab says that it controls the device; its lock tells whether it does. */
  readonly onControl: () => void;
}

const STOP = 'stop';
const CONTROL = 'control';

/**
 * Tells the other tabs of this browser, while a device is used, that Stop was pressed for it here (`stopsElsewhere` counts
 * what they tell), and that this tab controls it from now on. The stop itself goes out from the tab where it was pressed.
 */
export function connectTabs({ store, dispatcher, apiBase, tabs, onStop, onControl }: DeviceChannelOptions): void {
  let channel: ChannelPort | undefined;

  function open(connectionKey: string): ChannelPort | undefined {
    const opened = tabs?.openChannel(`tactus.stops.${anonymousId(`${apiBase} ${connectionKey}`)}`);
    opened?.addEventListener('message', ({ data }) => {
      if (opened !== channel) return;
      if (data === CONTROL) onControl();
      if (data !== STOP) return;
      store.patch({ stopsElsewhere: store.get().stopsElsewhere + 1 });
      onStop();
      dispatcher.readPlayer();
    });
    return opened;
  }

  store.view.subscribe((now, before) => {
    if (now.connectionKey !== before.connectionKey) {
      channel?.close();
      channel = now.connectionKey === undefined ? undefined : open(now.connectionKey);
    }
    if (now.stopPresses !== before.stopPresses) channel?.postMessage(STOP);
    if (now.control === 'held' && before.control !== 'held') channel?.postMessage(CONTROL);
  });
}
