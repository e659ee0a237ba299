import type { CommandDispatcher } from '../commands/command-dispatcher.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { anonymousIdOfKey } from './anonymous-id.ts';
import type { ChannelPort, TabPorts } from './tab-ports.ts';

interface DeviceChannelOptions {
  readonly store: DeviceStore;
  /** Reads the player after a Stop or a takeover of another tab, which no event reports. */
  readonly dispatcher: Pick<CommandDispatcher, 'readPlayer'>;
  readonly apiBase: string;
  /** Undefined: no other tabs. */
  readonly tabs: Pick<TabPorts, 'openChannel'> | undefined;
  /** Whether the Stop that is being sent was pressed: only such a one is announced. */
  readonly isStopPressed: () => boolean;
  /** Another tab sends a Stop. */
  readonly onStop: () => void;
  /** Another tab claims control of the device; its lock shows whether it has it. */
  readonly onControl: () => void;
}

const STOP = 'stop';
const CONTROL = 'control';

/**
 * Announces to the other tabs of this browser, while a device is used, that Stop was pressed for it here
 * (`stopsElsewhere` counts their announcements), and that this tab controls it from now on. The tab where Stop was
 * pressed sends it.
 */
export function shareStopAndControlWithTabs({
  store,
  dispatcher,
  apiBase,
  tabs,
  isStopPressed,
  onStop,
  onControl,
}: DeviceChannelOptions): void {
  let channel: ChannelPort | undefined;

  function open(connectionKey: string): ChannelPort | undefined {
    const opened = tabs?.openChannel(`tactus.stops.${anonymousIdOfKey(`${apiBase} ${connectionKey}`)}`);
    opened?.addEventListener('message', ({ data }) => {
      if (opened !== channel) return;
      if (data === CONTROL) onControl();
      if (data === STOP) {
        store.patch({ stopsElsewhere: store.get().stopsElsewhere + 1 });
        onStop();
      }
      dispatcher.readPlayer();
    });
    return opened;
  }

  store.view.subscribe((now, before) => {
    if (now.connectionKey !== before.connectionKey) {
      channel?.close();
      channel = now.connectionKey === undefined ? undefined : open(now.connectionKey);
    }
    if (now.stopPresses !== before.stopPresses && isStopPressed()) channel?.postMessage(STOP);
    if (now.control === 'held' && before.control !== 'held') channel?.postMessage(CONTROL);
  });
}
