import * as z from 'zod/mini';
import { type CallSummaries, getEndpoint, putEndpoint } from './endpoint.ts';
import { fraction } from './scalars.ts';

/** Where the slider is. `position` is relative to the stroke window and may leave 0..1. */
export const sliderState = z.object({
  position: z.number(),
  position_absolute: z.number(),
  motor_temp: z.number(),
  speed_absolute: z.number(),
  dir: z.boolean(),
  motor_position: z.int(),
  motor_temp_adc_value: z.optional(z.int()),
});
export type SliderState = z.output<typeof sliderState>;

/** The stroke window: fractions of the full stroke, and the same in the device's own mm. */
export const sliderStroke = z.object({
  min: z.number(),
  max: z.number(),
  min_absolute: z.number(),
  max_absolute: z.number(),
});
export type SliderStroke = z.output<typeof sliderStroke>;

/** The stroke window to set; with only one end given, the cloud leaves the other unchanged. */
const strokeWindow = z.object({ min: z.optional(fraction), max: z.optional(fraction) }).check(
  z.refine(
    ({ min, max }) => min === undefined || max === undefined || min <= max,
    'The stroke minimum must not be above its maximum',
  ),
  z.refine(({ min, max }) => min !== undefined || max !== undefined, 'Give a stroke minimum, a maximum, or both'),
);

/** The slider's own settings: mm, mm/s, ms and degrees Celsius. */
export const sliderSettings = z.object({
  x_limit_start: z.number(),
  x_limit_stop: z.number(),
  x_end_buffer: z.number(),
  x_end_zone_size: z.number(),
  x_end_zone_speed: z.number(),
  x_min_speed: z.number(),
  x_max_speed: z.number(),
  x_min_speed_theoretical: z.number(),
  x_max_speed_theoretical: z.number(),
  turn_time: z.number(),
  regulator_timeout: z.number(),
  temp_high_trigger: z.number(),
  temp_offset: z.number(),
  temp_hysteresis: z.number(),
  x_stroke_min: z.number(),
  x_stroke_max: z.number(),
  overclock_enabled: z.boolean(),
  x_inverse_motor: z.boolean(),
  x_inverse_hall: z.boolean(),
});
export type SliderSettings = z.output<typeof sliderSettings>;

/** The slider and its stroke window, which bounds every mode. */
export const sliderEndpoints = {
  state: getEndpoint('/slider/state', { result: sliderState }),
  stroke: getEndpoint('/slider/stroke', {
    address: 'device-reference',
    result: sliderStroke,
    statusTexts: { 400: 'Bad request.' },
  }),
  setStroke: putEndpoint('/slider/stroke', {
    motion: 'steers',
    address: 'device-reference',
    input: strokeWindow,
    result: sliderStroke,
  }),
};

/** Events of the slider and its stroke window. */
export const sliderEvents = { stroke_changed: sliderStroke };

/** One-line summaries of these calls, for the API document. */
export const sliderSummaries: CallSummaries<typeof sliderEndpoints> = {
  state: 'Position, speed and temperature of the slider',
  stroke: 'The stroke window',
  setStroke: 'Set the stroke window',
};
