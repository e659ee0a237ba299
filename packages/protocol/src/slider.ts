import * as z from 'zod/mini';
import { type CallSummaries, defineGetEndpoint, definePutEndpoint } from './endpoint.ts';
import { fractionSchema } from './scalars.ts';

/** Where the slider is. `position` is relative to the stroke window and may leave 0..1. */
export const sliderStateSchema = z.object({
  position: z.number(),
  position_absolute: z.number(),
  motor_temp: z.number(),
  speed_absolute: z.number(),
  dir: z.boolean(),
  motor_position: z.int(),
  motor_temp_adc_value: z.optional(z.int()),
});
/** The position and the speed of the slider, and the temperature of its motor. */
export type SliderState = z.output<typeof sliderStateSchema>;

/** The stroke window: fractions of the full stroke, and the same in the device's own mm. */
export const sliderStrokeSchema = z.object({
  min: z.number(),
  max: z.number(),
  min_absolute: z.number(),
  max_absolute: z.number(),
});
/** The stroke window: fractions of the full stroke, and the same in the device's own mm. */
export type SliderStroke = z.output<typeof sliderStrokeSchema>;

/** The stroke window to set; with only one end given, the cloud leaves the other unchanged. */
const strokeWindow = z.object({ min: z.optional(fractionSchema), max: z.optional(fractionSchema) }).check(
  z.refine(
    ({ min, max }) => min === undefined || max === undefined || min <= max,
    'The stroke minimum must not be above its maximum',
  ),
  z.refine(({ min, max }) => min !== undefined || max !== undefined, 'Give a stroke minimum, a maximum, or both'),
);

/** The slider's own settings: mm, mm/s, ms and degrees Celsius. */
export const sliderSettingsSchema = z.object({
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
/** The same as a client reads it: the vendor's example names `x_limit_stop` otherwise. */
export const readableSliderSettingsSchema = z.union([
  sliderSettingsSchema,
  z
    .extend(sliderSettingsSchema, { x_limit_stop: z.optional(z.number()), x_limit_end: z.number() })
    .check(z.overwrite(({ x_limit_end, ...settings }) => ({ ...settings, x_limit_stop: x_limit_end }) as never)),
]);
/** The slider's own settings: mm, mm/s, ms and degrees Celsius. */
export type SliderSettings = z.output<typeof sliderSettingsSchema>;

/** The slider and its stroke window, which bounds every mode. */
export const sliderEndpoints = {
  state: defineGetEndpoint('/slider/state', { result: sliderStateSchema }),
  stroke: defineGetEndpoint('/slider/stroke', {
    address: 'device-reference',
    result: sliderStrokeSchema,
    statusTexts: { 400: 'Bad request.' },
  }),
  setStroke: definePutEndpoint('/slider/stroke', {
    motion: 'steers',
    address: 'device-reference',
    input: strokeWindow,
    result: sliderStrokeSchema,
  }),
};

/** Events of the slider and its stroke window. */
export const sliderEvents = { stroke_changed: sliderStrokeSchema };

/** One-line summaries of these calls, for the API document. */
export const sliderSummaries: CallSummaries<typeof sliderEndpoints> = {
  state: 'Position, speed and temperature of the slider',
  stroke: 'The stroke window',
  setStroke: 'Set the stroke window',
};
