import { useEffect } from 'react';
import { useDevice } from '../../device/device-context.tsx';
import { followGamepads } from '../../device/gamepad.ts';
import { GAMEPAD_STOP_BUTTON } from '../../settings/gamepad-buttons.ts';
import { isSameKey, keysOf } from '../../settings/key-bindings.ts';
import { useSettingsStore } from '../../settings/use-settings.tsx';
import { useTime } from '../../ui/time-context.tsx';

/** The second Stop key and the gamepad's stop the shared device too: those of the app mean the linked one. */
export function useOtherStops(): void {
  const device = useDevice();
  const settings = useSettingsStore();
  const time = useTime();
  useEffect(() => {
    function onKey({ key, repeat, ctrlKey, metaKey, altKey, target }: KeyboardEvent) {
      const typing = target instanceof HTMLElement && target.matches('textarea, select, input[type="text"]');
      if (repeat || ctrlKey || metaKey || altKey || typing) return;
      if (isSameKey(key, keysOf(settings.state.getState().keyBinding).stop)) void device.stop();
    }
    window.addEventListener('keydown', onKey);
    const getGamepads = navigator.getGamepads?.bind(navigator);
    const unfollow = followGamepads({ getGamepads, events: window, time }, (button) => {
      if (button === GAMEPAD_STOP_BUTTON) void device.stop();
    });
    return () => {
      window.removeEventListener('keydown', onKey);
      unfollow();
    };
  }, [device, settings, time]);
}
