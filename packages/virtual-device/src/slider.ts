import { fractionOfZone } from '@tactus/motion';
import { type DeviceHandlers, DeviceRefusal, errorKinds, type SliderStroke } from '@tactus/protocol';
import type { DeviceParts } from './modes/parts.ts';

/** Sensor steps of the motor in one turn, and how far the slider moves in one of them. */
const HALL_STEPS = 3;
const MM_PER_HALL_STEP = 0.5;

/** The slider and its stroke window. */
export function createSliderHandlers({ slider, motorCelsius, emit }: DeviceParts): DeviceHandlers<'slider'> {
  function stroke(): SliderStroke {
    const { min, max } = slider().stroke();
    const { minMm, maxMm } = slider().zone();
    return { min, max, min_absolute: minMm, max_absolute: maxMm };
  }

  return {
    'slider.state': () => {
      const { positionMm, speedMmS } = slider().sample();
      return {
        position: fractionOfZone(slider().zone(), positionMm),
        position_absolute: positionMm,
        motor_temp: Math.round(motorCelsius()),
        speed_absolute: Math.round(Math.abs(speedMmS)),
        dir: slider().heading() === 'up',
        motor_position: Math.floor(positionMm / MM_PER_HALL_STEP) % HALL_STEPS,
      };
    },
    'slider.stroke': stroke,
    'slider.setStroke': (input) => {
      const before = slider().stroke();
      const window = { min: input.min ?? before.min, max: input.max ?? before.max };
      if (window.min > window.max) throw new DeviceRefusal(errorKinds.invalidParameter);
      slider().setStroke(window);
      const data = stroke();
      if (window.min !== before.min || window.max !== before.max) emit({ name: 'stroke_changed', data });
      return data;
    },
  };
}
