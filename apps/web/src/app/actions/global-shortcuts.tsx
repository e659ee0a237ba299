import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { watchGamepadButtons } from '../../device/browser/gamepad.ts';
import { type AllDrivenTargets, useAllDrivenTargets } from '../../device/linked/driven-devices.tsx';
import { useDevice } from '../../device/session/device-context.tsx';
import { hasConnectionKey } from '../../device/session/motion.ts';
import { useShowError } from '../../device/session/use-show-error.ts';
import { useCatalogPart } from '../../i18n/text.tsx';
import { GAMEPAD_ACTIONS } from '../../settings/key-bindings.ts';
import { useSettingsStore } from '../../settings/use-settings.tsx';
import { useClock } from '../../ui/time-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { CommandPalette } from './command-palette.tsx';
import type { TakeEarlyKeys } from './early-keys.ts';
import { HelpSheet } from './help-sheet.tsx';
import { type Action, type ActionPorts, actionNamed } from './registry.ts';
import { areStepShortcutsEnabled, shortcutMeaningOf } from './shortcut-rules.ts';
import type { SentSpeed } from './speed-actions.ts';
import { StepNotice } from './step-notice.tsx';
import { createStrokeAndOffsetSteps, type StepResult } from './stroke-and-offset-steps.ts';
import { useFocusPageAfterRemoval } from './use-focus-page-after-removal.ts';
import { isTypedIntoField } from './use-hide-screen.ts';
import { useSpeedActions } from './use-speed-actions.ts';

/** The dialogs that open over the page. */
type SheetName = 'palette' | 'help';

interface ActionsProps {
  hide: () => void;
  sheet: SheetName | undefined;
  onSheet: (change: (open: SheetName | undefined) => SheetName | undefined) => void;
  takeEarlyKeys: TakeEarlyKeys;
}

/** Handles keys, gamepads and the lost focus on every page, and shows the two dialogs. */
export function GlobalShortcuts(props: ActionsProps) {
  useFocusPageAfterRemoval();
  const loaded = useCatalogPart('action');
  return loaded ? <LoadedActions {...props} /> : null;
}

function LoadedActions({ hide, sheet, onSheet, takeEarlyKeys }: ActionsProps) {
  const [notice, setNotice] = useState<StepResult | SentSpeed>();
  const { device, settings, ...parts } = useActionParts(setNotice);
  const driven = useAllDrivenTargets();
  const pace = useSpeedActions(driven, setNotice);
  /** A dialog that closes late must not close the next one. */
  const close = (which: SheetName) => onSheet((open) => (open === which ? undefined : open));
  const ports: ActionPorts = {
    device,
    settings,
    stop: driven.stop,
    hide,
    onError: parts.onError,
    step: parts.steps,
    pace,
    openPalette: () => onSheet(() => 'palette'),
    openHelp: () => onSheet(() => 'help'),
  };
  useListening(ports, driven, takeEarlyKeys);
  const run = (action: Action) => {
    close('palette');
    action.run(ports);
  };
  return (
    <>
      {sheet === 'palette' && <CommandPalette onRun={run} onClose={() => close('palette')} />}
      {sheet === 'help' && <HelpSheet onClose={() => close('help')} />}
      <StepNotice step={notice} onOver={() => setNotice(undefined)} />
    </>
  );
}

function useActionParts(onStep: (stepped: StepResult) => void) {
  const device = useDevice();
  const settings = useSettingsStore();
  const onError = useShowError();
  const latestError = useLatest(onError);
  const [steps] = useState(() =>
    createStrokeAndOffsetSteps({
      device,
      keyBinding: () => settings.state.getState().keyBinding,
      onStep,
      onError: (error) => latestError.current(error),
    }),
  );
  return { device, settings, onError, steps };
}

/** Each press of a key or a gamepad button is checked against the rules at its own moment. */
function useListening(ports: ActionPorts, driven: AllDrivenTargets, takeEarlyKeys: TakeEarlyKeys): void {
  const time = useClock();
  const path = useLocation({ select: (location) => location.pathname });
  const latest = useLatest({ ports, path, takeEarlyKeys });
  useEffect(() => {
    function situation() {
      const { ports: now, path: here } = latest.current;
      const state = now.device.store.getState();
      // A device whose firmware is being updated takes no steps.
      const connected = state.connected && !state.ota.ongoing;
      const { keyBinding, gamepad } = now.settings.state.getState();
      const driving = driven.any(hasConnectionKey);
      return { keyBinding, gamepad, connected, linked: hasConnectionKey(state), driving, path: here };
    }
    function run(id: string | undefined): boolean {
      const action = id === undefined ? undefined : actionNamed(id);
      if (action === undefined || action.enabled?.(situation()) === false) return false;
      action.run(latest.current.ports);
      return true;
    }
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented) return;
      const { key, repeat, ctrlKey, metaKey, altKey } = event;
      const press = { key, repeat, ctrlKey, metaKey, altKey, typing: isTypedIntoField(event.target) };
      if (run(shortcutMeaningOf(press, situation()))) event.preventDefault();
    }
    /** The rules of the six bindings hold for a gamepad too, but for the switch of the keys: it has one of its own. */
    function onButton(button: number) {
      const now = situation();
      const { settings } = latest.current.ports;
      if (actionNamed('stop')?.gamepad?.(settings.state.getState()) === button) run('stop');
      else if (
        now.gamepad.enabled &&
        areStepShortcutsEnabled({ ...now, keyBinding: { ...now.keyBinding, enabled: true } })
      )
        run(GAMEPAD_ACTIONS.find((action) => now.gamepad.buttons[action] === button));
    }
    for (const early of latest.current.takeEarlyKeys()) {
      const now = situation();
      run(shortcutMeaningOf(early, { ...now, path: early.path, connected: now.connected && early.connected }));
    }
    window.addEventListener('keydown', onKey);
    const getGamepads = navigator.getGamepads?.bind(navigator);
    const unfollow = watchGamepadButtons({ getGamepads, events: window, time }, onButton);
    return () => {
      window.removeEventListener('keydown', onKey);
      unfollow();
    };
  }, [time, driven, latest]);
}
