import {
  ButtonEvent,
  DeviceButton,
  type DeviceHandlers,
  DeviceMode,
  DeviceRefusal,
  errorKinds,
  HVP_POSITION_DEFAULT_MM,
  type HvpState,
} from '@tactus/protocol';
import { canVibrate } from '../hardware/models.ts';
import type { DeviceParts } from './parts.ts';

type HvpParts = Pick<DeviceParts, 'model' | 'modes' | 'emit' | 'setLoad'>;

/**
 * Vibration, refused with 100017 on a model that cannot vibrate. A frequency belongs to an LRA and a position to a
 * slider with an adapter; without them the fields stay as at boot. The calls, except the read of its state, switch the
 * device to this mode. POWER ends it.
 */
export function createHvpMode({ model, modes, emit, setLoad }: HvpParts): DeviceHandlers<'hvp'> {
  const hasLra = (model.capabilities.lra ?? 0) > 0;
  const hasSlider = (model.capabilities.slider ?? 0) > 0;
  let state: HvpState = { enabled: false, amplitude: 0, frequency: 0, position: HVP_POSITION_DEFAULT_MM };

  function requireMotor(): void {
    if (!canVibrate(model)) throw new DeviceRefusal(errorKinds.notSupported);
  }

  /** Emits a changed state, and returns it as the answer. */
  function settle(next: HvpState): HvpState {
    const { enabled, amplitude, frequency, position } = state;
    state = next;
    const same =
      next.enabled === enabled &&
      next.amplitude === amplitude &&
      next.frequency === frequency &&
      next.position === position;
    setLoad(state.enabled ? state.amplitude : 0);
    if (!same) emit({ name: 'hvp_state_changed', data: state });
    return state;
  }

  function change(fields: Partial<HvpState>): HvpState {
    requireMotor();
    modes.enter(DeviceMode.VIBRATE);
    return settle({ ...state, ...fields });
  }

  const end = () => void settle({ ...state, enabled: false });

  modes.register(DeviceMode.VIBRATE, {
    end,
    motion: () => (state.enabled ? 'endless' : 'none'),
    press({ button, event }) {
      if (!state.enabled || button !== DeviceButton.POWER || event !== ButtonEvent.SHORT_PRESS) return false;
      end();
      return true;
    },
  });

  return {
    'hvp.state': () => {
      requireMotor();
      return state;
    },
    'hvp.setState': ({ amplitude, frequency, position }) =>
      change({
        enabled: true,
        amplitude,
        ...(hasLra ? { frequency } : {}),
        ...(hasSlider ? { position } : {}),
      }),
    'hvp.start': () => change({ enabled: true, amplitude: 0, frequency: 0 }),
    'hvp.stop': () => change({ enabled: false }),
  };
}
