import type { ModelMovement } from '@tactus/motion';
import type { DeviceHandlers, DeviceInfo, ResultOf, SessionIds, SliderSettings } from '@tactus/protocol';
import { DeviceMode, DeviceRefusal, errorKinds } from '@tactus/protocol';
import { canVibrate, type DeviceModel } from '../hardware/models.ts';
import { MOTOR_HYSTERESIS_C, MOTOR_TRIGGER_C } from '../hardware/motor-heat.ts';
import type { DeviceParts } from '../modes/parts.ts';

const NEEDS_SLIDER: ReadonlySet<DeviceMode> = new Set([
  DeviceMode.HAMP,
  DeviceMode.HSSP,
  DeviceMode.HDSP,
  DeviceMode.HSP,
]);

/** Facts of the connection, for the whole device. */
export interface ConnectionFacts {
  info(): DeviceInfo;
  sessionIds(): SessionIds;
}

/** Facts, mode, capabilities and sessions. */
export function createInfoHandlers({ model, modes }: DeviceParts, identity: ConnectionFacts): DeviceHandlers<'info'> {
  const mode = () => ({ mode: modes.current(), mode_session_id: modes.sessionId() });

  function setMode(wanted: DeviceMode): ResultOf<'info.setMode2'> {
    if (!supports(model, wanted)) throw new DeviceRefusal(errorKinds.notSupported);
    modes.enter(wanted);
    return mode();
  }

  return {
    'info.info': identity.info,
    'info.mode': mode,
    'info.setMode': (input) => {
      setMode(input.mode);
      return 'ok';
    },
    'info.setMode2': (input) => setMode(input.mode),
    'info.capabilities': () => model.capabilities,
    'info.sids': identity.sessionIds,
    'info.sliderSettings': () => {
      if (!model.movement) throw new DeviceRefusal(errorKinds.notSupported);
      return settingsOf(model.movement);
    },
  };
}

function supports(model: DeviceModel, mode: DeviceMode): boolean {
  if (NEEDS_SLIDER.has(mode)) return model.movement !== undefined;
  if (mode === DeviceMode.VIBRATE) return canVibrate(model);
  return true;
}

/** The slider's own settings; numbers that no source gives are plausible ones of ours. */
function settingsOf({ travel, speed, maxAccelerationMmS2 }: ModelMovement): SliderSettings {
  const endMm = travel.offsetMm + travel.lengthMm;
  return {
    x_limit_start: 0,
    x_limit_stop: endMm + travel.offsetMm,
    x_end_buffer: travel.offsetMm,
    x_end_zone_size: 0,
    x_end_zone_speed: speed.minMmS,
    x_min_speed: speed.minMmS,
    x_max_speed: speed.maxMmS,
    x_min_speed_theoretical: speed.minMmS,
    x_max_speed_theoretical: speed.maxMmS,
    turn_time: Math.round(((2 * speed.maxMmS) / maxAccelerationMmS2) * 1000),
    regulator_timeout: 1000,
    temp_high_trigger: MOTOR_TRIGGER_C,
    temp_offset: 0,
    temp_hysteresis: MOTOR_HYSTERESIS_C,
    x_stroke_min: travel.offsetMm,
    x_stroke_max: endMm,
    overclock_enabled: false,
    x_inverse_motor: false,
    x_inverse_hall: false,
  };
}
