import type { SliderState, SliderStroke } from '@tactus/protocol';
import type { SendCommand } from '../client/command.ts';
import type { DeviceState, SliderFacts } from './device-state.ts';
import type { StatePatch, StateSlice } from './state-slice.ts';

/** The slider before it is read: the specification's initial values. */
export const initialSlider: SliderFacts = {
  min: 0,
  max: 1,
  min_absolute: 0,
  max_absolute: 100,
  position: 0,
  position_absolute: 0,
  motor_temp: 0,
  speed_absolute: 0,
  dir: false,
  motor_position: 0,
};

const stroked = (state: DeviceState, { min, max, min_absolute, max_absolute }: SliderStroke): StatePatch => ({
  slider: { ...state.slider, min, max, min_absolute, max_absolute },
});

/** The stroke window, which bounds every mode. */
export const strokeSlice = {
  on: { stroke_changed: stroked },
  answers: { 'slider.stroke': stroked, 'slider.setStroke': stroked },
  reread: 'slider.stroke',
} satisfies StateSlice;

const read = (state: DeviceState, { motor_temp_adc_value: _, ...reading }: SliderState): StatePatch => ({
  slider: { ...state.slider, ...reading },
});

/** The slider's last reading; no event reports it. */
export const sliderReadingSlice = { on: {}, answers: { 'slider.state': read } } satisfies StateSlice;

/** Creates the commands of the slider and its stroke window. */
export const createSliderCommands = (command: SendCommand) => ({
  setStroke: ({ min, max }: { readonly min: number; readonly max: number }) =>
    command('slider.setStroke', { min, max }),
  readStroke: () => command('slider.stroke', {}),
  readState: () => command('slider.state', {}),
});
